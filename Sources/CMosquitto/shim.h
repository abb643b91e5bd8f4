// The client library of MQTT.
#pragma once
#include <mosquitto.h>
