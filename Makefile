# Everything that can be done with the project. `make` alone says what.

PREFIX ?= /usr/local
SWIFT ?= swift
# Where GStreamer looks for plugins; below another PREFIX than the usual ones, GST_PLUGIN_PATH must name the folder.
PLUGINDIR ?= $(if $(filter /usr /usr/local,$(PREFIX)),$(shell pkg-config --variable=pluginsdir gstreamer-1.0),$(PREFIX)/lib/gstreamer-1.0)
# The Swift library goes into the command, so that it runs on a machine with no Swift on it.
RELEASE := -c release -Xswiftc -static-stdlib

.DEFAULT_GOAL := help
.PHONY: help demo build test sanitize sanitize-trackers bench evaluate fit floors sensitivity fuzz faults docs pictures lint install installcheck clean packages test-packages

help: ## Say what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

demo: build ## Install what is missing, build, analyze the embedded scene into demo/
	.build/release/flycatcher demo --output demo

build: packages ## Build the command and the GStreamer plugin in release
	$(SWIFT) build $(RELEASE) --product flycatcher
	$(SWIFT) build $(RELEASE) --product gstflycatcher

TEST := $(SWIFT) test -c release -Xswiftc -enable-testing --disable-xctest

test: test-packages ## Build and run every test
	$(TEST) --scratch-path .build/tests

# Programs that load the plugin, such as gst-launch-1.0, need the sanitizer's library before all others.
TOOLCHAIN = $(dir $(realpath $(shell command -v $(SWIFT))))..
SANITIZER = $(wildcard $(TOOLCHAIN)/lib/clang/*/lib/linux/libclang_rt.$(1)-$(shell uname -m).so)
# ThreadSanitizer's refers to libdispatch, which nothing else brings into those programs.
DISPATCH = $(wildcard $(TOOLCHAIN)/lib/swift/linux/libdispatch.so $(TOOLCHAIN)/lib/swift/linux/libBlocksRuntime.so)

sanitize: test-packages ## Run the tests under AddressSanitizer, those with threads under ThreadSanitizer
	ASAN_OPTIONS=fast_unwind_on_malloc=0 LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leak-sanitizer.supp:print_suppressions=0 \
	SANITIZER_LIBRARY="$(call SANITIZER,asan)" $(TEST) --scratch-path .build/address --sanitize=address
	TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/thread-sanitizer.supp \
	SANITIZER_LIBRARY="$(call SANITIZER,tsan) $(DISPATCH)" $(TEST) --scratch-path .build/thread --sanitize=thread \
	--filter 'GStreamerSupportTests|FlycatcherPipelineTests|FlycatcherCommandTests|GstFlycatcherTests'

bench: test-packages build ## Measure speed beside a yardstick of the same run, trajectories on real film, too (FILM=file, or DATA=folder of clips)
	cd Benchmarks && $(SWIFT) run -c release Benchmarks
	cd Benchmarks && $(SWIFT) run -c release Benchmarks films $(or $(if $(FILM),"$(abspath $(FILM))"),"$(abspath $(DATA))/trajectories")
	@if python3 -c 'import cv2, numpy' 2>/dev/null; then python3 Benchmarks/rectangles.py; \
	else echo "Rectangles beside OpenCV: install numpy and opencv-python for Python 3."; fi

# Clips with truth, and the kinds of them to score, separated by commas; without either, all that is there.
DATA ?= ../shared/data
KIND ?=

evaluate: build ## Score the command on clips with known truth (DATA=folder, KIND=trajectories,nofly,...)
	$(SWIFT) run --package-path Evaluation -c release Evaluation score --data "$(DATA)" $(if $(KIND),--kind $(KIND))

fit: ## Fit the acceptance model of trajectories to what the detector holds of the clips of DATA and of rendered scenes
	$(SWIFT) run --package-path Evaluation -c release TrackLog --clips "$(DATA)/trajectories" --clips "$(DATA)/nofly"
	$(SWIFT) run --package-path Evaluation -c release Evaluation fit --log Evaluation/.build/tracks.jsonl \
	--truth "$(DATA)/trajectories" --truth "$(DATA)/nofly" --most 200 --penalty 2 --worst 20

sensitivity: ## Move each tuned number of the trajectory detector by 25 %, and write what that does to Evaluation/sensitivity.md (DATA=folder)
	$(SWIFT) run --package-path Evaluation -c release Evaluation sensitivity --data "$(DATA)"

floors: build ## Test the evaluation itself, and fail where a few rendered scenes fall below their floors
	cd Evaluation && $(SWIFT) test -c release -Xswiftc -enable-testing --disable-xctest --scratch-path .build/tests
	$(SWIFT) run --package-path Evaluation -c release Evaluation score --kind few --no-page --check

# The seconds each target of the fuzzer is given.
SECONDS ?= 600
FUZZER = $(dir $(firstword $(call SANITIZER,asan)))libclang_rt.fuzzer_no_main-$(shell uname -m).a
INSTRUMENTED = -c release --sanitize=address -Xswiftc -enable-testing \
  -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp -Xlinker $(FUZZER) -Xlinker -lstdc++

fuzz: test-packages ## Feed hostile input to everything that takes input, SECONDS=600 a target, TARGETS= for some
	cd Fuzzing && $(SWIFT) build $(INSTRUMENTED) --product Fuzz
	Fuzzing/fuzz Fuzzing/.build/release/Fuzz $(SECONDS) $(TARGETS)

# Those of the trackers' tests that do not measure accuracy, in the build of the fuzzer.
TRACKERS := FlycatcherTests.*(Limits|Input|Size|Order|Planes|Nomination|Region|Duplicate|Detector)

sanitize-trackers: test-packages ## Run the trackers' quick tests under AddressSanitizer
	cd Fuzzing && ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test $(INSTRUMENTED) --disable-xctest --filter '$(TRACKERS)'

faults: test-packages build ## Damage the input, fill the disk, stop readers, send signals: 200 files and 500 faults
	Fuzzing/damage.py --command .build/release/flycatcher --count $(or $(FILES),200)
	Fuzzing/faults.py --command .build/release/flycatcher --count $(or $(FAULTS),500)

docs: build ## Build the documentation of the libraries, and fail on any warning
	$(SWIFT) build $(RELEASE) --target FlycatcherLines
	$(SWIFT) build $(RELEASE) --target FlycatcherVision
	Scripts/make-docs Flycatcher FlycatcherPipeline FlycatcherLines FlycatcherVision DemoScene

pictures: build ## Draw the pictures of the README anew
	Scripts/draw-pictures

lint: ## Check the format of every Swift file
	$(SWIFT) format lint --strict --parallel --recursive $(wildcard Package.swift Sources Tests Benchmarks Evaluation Fuzzing/Package.swift Fuzzing/Sources)

# With sudo, root may have no Swift: what was built before is installed then.
install: $(if $(SUDO_USER),.build/release/flycatcher,build) ## Install the command below PREFIX (/usr/local), the plugin where GStreamer finds it
	install -D -s -m 755 .build/release/flycatcher "$(DESTDIR)$(PREFIX)/bin/flycatcher"
	install -D -s -m 644 .build/release/libgstflycatcher.so "$(DESTDIR)$(PLUGINDIR)/libgstflycatcher.so"
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/flycatcher/pipelines" pipelines/*.launch
	install -D -m 755 -t "$(DESTDIR)$(PREFIX)/share/flycatcher/pipelines/elements" pipelines/elements/*.sh

installcheck: ## Install below .build, run it there with the Swift toolchain out of reach
	$(MAKE) install DESTDIR= PREFIX="$(CURDIR)/.build/installed"
	Scripts/check-installed "$(CURDIR)/.build/installed"

.build/release/flycatcher:
	$(error There is nothing to install yet. Run "make build" first, without sudo)

clean: ## Remove what was built and the demo's files
	rm -rf .build Benchmarks/.build Evaluation/.build Evaluation/report Fuzzing/.build demo

packages:
	@Scripts/install-packages

test-packages:
	@Scripts/install-packages --tests
