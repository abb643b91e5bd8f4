// libyaml's events, one after the other: static inline functions for the union that Swift would have to take apart.
#pragma once
#include <stdlib.h>
#include <yaml.h>

typedef struct {
  yaml_parser_t parser;
  yaml_event_t event;
  int has_event;
} fc_yaml;

static inline fc_yaml *fc_yaml_new(const unsigned char *bytes, size_t count) {
  fc_yaml *yaml = (fc_yaml *)calloc(1, sizeof(fc_yaml));
  if (!yaml || !yaml_parser_initialize(&yaml->parser)) {
    free(yaml);
    return NULL;
  }
  yaml_parser_set_input_string(&yaml->parser, bytes, count);
  return yaml;
}
static inline void fc_yaml_free(fc_yaml *yaml) {
  if (yaml->has_event) yaml_event_delete(&yaml->event);
  yaml_parser_delete(&yaml->parser);
  free(yaml);
}
/* Goes on to the next event. Returns its kind, or -1 for a mistake in the text. */
static inline int fc_yaml_next(fc_yaml *yaml) {
  if (yaml->has_event) yaml_event_delete(&yaml->event);
  yaml->has_event = yaml_parser_parse(&yaml->parser, &yaml->event);
  return yaml->has_event ? (int)yaml->event.type : -1;
}
/* The line of the event, or of the mistake, from 1. */
static inline size_t fc_yaml_line(const fc_yaml *yaml) {
  return (yaml->has_event ? yaml->event.start_mark.line : yaml->parser.problem_mark.line) + 1;
}
static inline const char *fc_yaml_problem(const fc_yaml *yaml) { return yaml->parser.problem; }
static inline const unsigned char *fc_yaml_text(const fc_yaml *yaml) { return yaml->event.data.scalar.value; }
static inline size_t fc_yaml_length(const fc_yaml *yaml) { return yaml->event.data.scalar.length; }
/* Whether a scalar stands there as it is, without quotes. */
static inline int fc_yaml_is_plain(const fc_yaml *yaml) {
  return yaml->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}
