# Everything that can be done with the project. `make` alone says what.

PREFIX ?= /usr/local
SWIFT ?= swift
# Where GStreamer looks for plugins; below another PREFIX than the usual ones, GST_PLUGIN_PATH must name the folder.
PLUGINDIR ?= $(if $(filter /usr /usr/local,$(PREFIX)),$(shell pkg-config --variable=pluginsdir gstreamer-1.0),$(PREFIX)/lib/gstreamer-1.0)
# Where systemd looks for the units of local programs; below another PREFIX, systemctl link names the file.
UNITDIR ?= $(if $(filter /usr /usr/local,$(PREFIX)),/etc/systemd/system,$(PREFIX)/lib/systemd/system)
# The Swift library goes into the command, so that it runs on a machine with no Swift on it.
RELEASE := -c release -Xswiftc -static-stdlib

.DEFAULT_GOAL := help
.PHONY: help demo build built-tests test sanitize instrumented sanitize-trackers bench bench-check bench-ceilings evaluate fit fit-objects fit-rectangles floors sensitivity fuzz faults serve-faults serve-latency serve-clients stream-count soak python-test python-docs scale-test scale-slurm deb check-deb docs modules pictures lint install installcheck clean packages test-packages

help: ## Say what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

demo: build ## Install what is missing, build, analyze the embedded scene into demo/
	.build/release/flycatcher demo --output demo

build: packages ## Build the command and the GStreamer plugin in release
	$(SWIFT) build $(RELEASE) --product flycatcher
	$(SWIFT) build $(RELEASE) --product gstflycatcher

# A few tests at a time: of all at once, those that await wait for minutes behind those that keep the threads of the concurrency runtime.
TESTED := -c release -Xswiftc -enable-testing --disable-xctest
TEST := SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 $(SWIFT) test $(TESTED)

test: test-packages ## Build and run every test
	$(TEST) --scratch-path .build/tests

# What `swift build` makes has other flags, and would be made again by `swift test`.
built-tests: test-packages
	$(SWIFT) test list $(TESTED) --scratch-path .build/tests >/dev/null

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

bench: test-packages build ## Measure speed beside a yardstick of the same run, on real film, too (FILM=file, or DATA=folder of clips), and latency
	cd Benchmarks && $(SWIFT) run -c release Benchmarks
	cd Benchmarks && $(SWIFT) run -c release Benchmarks films $(or $(if $(FILM),"$(abspath $(FILM))"),"$(abspath $(DATA))/trajectories")
	@if python3 -c 'import cv2, numpy' 2>/dev/null; then python3 Benchmarks/rectangles.py; \
	else echo "Rectangles beside OpenCV: install numpy and opencv-python for Python 3."; fi
	Benchmarks/serve-latency.py --command .build/release/flycatcher

# The trackers' rows alone, in ratios of processor time: quick, and hardly moved by what else the machine does.
bench-check: test-packages ## Fail where a tracker takes more than its ceiling (Benchmarks/ceilings.json) beside the yardstick
	cd Benchmarks && $(SWIFT) run -c release Benchmarks check ceilings.json

bench-ceilings: test-packages ## Write those ceilings anew, at twice what is measured
	cd Benchmarks && $(SWIFT) run -c release Benchmarks check ceilings.json --write

# Clips with truth, and the kinds of them to score, separated by commas; without either, all that is there.
DATA ?= ../shared/data
KIND ?=

evaluate: build ## Score the command on clips with known truth (DATA=folder, KIND=trajectories,nofly,...)
	$(SWIFT) run --package-path Evaluation -c release Evaluation score --data "$(DATA)" $(if $(KIND),--kind $(KIND))

# Two measurements look back at what was accepted: run it again until the coefficients stay.
fit: ## Fit the acceptance model of trajectories to the tracks of the clips of DATA, of them with things drawn in, and of rendered scenes
	$(SWIFT) run --package-path Evaluation -c release Evaluation fit --clips "$(DATA)/trajectories" --clips "$(DATA)/nofly" \
	--scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 \
	--products 'extent*score,pull*shade,length*pull,clutter*ownMotion' --changed --worst 20

fit-objects: ## Fit the observation model of the object tracker to the clips of DATA
	$(SWIFT) run --package-path Evaluation -c release Evaluation fit-objects --clips "$(DATA)/tracking"
	$(SWIFT) format -i Sources/Flycatcher/Objects/State/FittedObjects.swift

fit-rectangles: ## Fit the models of rectangles to the pictures of DATA
	$(SWIFT) run --package-path Evaluation -c release Evaluation fit-rectangles --data "$(DATA)"
	$(SWIFT) run --package-path Evaluation -c release Evaluation fit-tracked-rectangles --data "$(DATA)"
	$(SWIFT) format -i Sources/Flycatcher/Rectangles/Tracking/FittedTrackedRectangles.swift

sensitivity: ## Move each tuned number of the trackers by 25 %, and write what that does to Evaluation/sensitivity*.md (DATA=folder)
	$(SWIFT) run --package-path Evaluation -c release Evaluation sensitivity --data "$(DATA)"
	$(SWIFT) run --package-path Evaluation -c release Evaluation sensitivity-objects --clips "$(DATA)/tracking"
	$(SWIFT) run --package-path Evaluation -c release Evaluation sensitivity-rectangles --data "$(DATA)"

# With the modules of the project's own tests.
floors: built-tests ## Test the evaluation itself, and fail where a few rendered scenes fall below their floors
	$(TEST) --package-path Evaluation --scratch-path .build/tests
	.build/tests/release/Evaluation score --flycatcher .build/tests/release/flycatcher --kind few --no-page --check

# The seconds each target of the fuzzer is given.
SECONDS ?= 600
FUZZER = $(dir $(firstword $(call SANITIZER,asan)))libclang_rt.fuzzer_no_main-$(shell uname -m).a
INSTRUMENTED = -c release --sanitize=address -Xswiftc -enable-testing \
  -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp -Xlinker $(FUZZER) -Xlinker -lstdc++

# The fuzzer and the trackers' tests, in one build.
instrumented: test-packages
	cd Fuzzing && $(SWIFT) build $(INSTRUMENTED) --build-tests --disable-xctest

fuzz: instrumented ## Feed hostile input to everything that takes input, SECONDS=600 a target, TARGETS= for some
	Fuzzing/fuzz Fuzzing/.build/release/Fuzz $(SECONDS) $(TARGETS)

# Those of the trackers' tests that are quick.
TRACKERS := FlycatcherTests.*(Limits|Input|Size|Order|Planes|Nomination|Region|Duplicate|Detector|Threads|RectangleTracker|PlainCard|ObjectsState)

sanitize-trackers: instrumented ## Run the trackers' quick tests under AddressSanitizer
	cd Fuzzing && ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --skip-build $(INSTRUMENTED) --disable-xctest --filter '$(TRACKERS)'

faults: test-packages build ## Damage the input, fill the disk, stop readers, send signals: 200 files and 500 faults
	Fuzzing/damage.py --command .build/release/flycatcher --count $(or $(FILES),200)
	Fuzzing/faults.py --command .build/release/flycatcher --count $(or $(FAULTS),500)

serve-faults: test-packages build ## Let a camera fail twenty times (FAULTS=) before "flycatcher serve", with a client that watches
	Fuzzing/serve-faults.py --command .build/release/flycatcher --count $(or $(FAULTS),20)

serve-latency: test-packages build ## Measure what "flycatcher serve" adds to the time from a camera to a client
	Benchmarks/serve-latency.py --command .build/release/flycatcher

serve-clients: test-packages build ## Measure what each further client costs "flycatcher serve" (FILM=, of 1080 rows)
	Benchmarks/serve-clients.py --command .build/release/flycatcher $(FILM)

stream-count: build ## Measure how many streams two cores decode, and decode and analyze, in real time (FILMS=)
	Benchmarks/stream-count.py --plugin .build/release $(FILMS)

soak: test-packages build ## Run "flycatcher serve" for SOAK=2min with a recording and clients that come and go (FILM=), and measure its memory
	@[ -n "$(FILM)" ] || .build/release/flycatcher demo --output .build/soak >/dev/null
	Fuzzing/serve-soak.py --command .build/release/flycatcher --minutes $(or $(SOAK:min=),2) --connections $(or $(CONNECTIONS),10000) \
	$(or $(FILM),.build/soak/flycatcher-demo.mkv)

# The modules that are documented; .ci/run gives those that the tests were built with.
MODULES ?= .build/release/Modules

docs: $(if $(filter .build/release/Modules,$(MODULES)),modules) ## Build the documentation of the libraries, and fail on any warning
	Scripts/make-docs $(MODULES) Flycatcher FlycatcherPipeline FlycatcherLines FlycatcherVision DemoScene

modules: build
	$(SWIFT) build $(RELEASE) --target FlycatcherLines
	$(SWIFT) build $(RELEASE) --target FlycatcherVision

# The Python package and its tests in an environment of their own, which sees the system's GStreamer.
PYTHON := python/.venv/bin/python

$(PYTHON): python/pyproject.toml
	/usr/bin/python3 -m venv --system-site-packages python/.venv
	$(PYTHON) -m pip install --quiet --editable 'python[test,docs]'
	touch $(PYTHON)

python-test: test-packages build $(PYTHON) ## Check the types of the Python package and run its tests
	cd python && .venv/bin/python -m mypy && .venv/bin/python -m pytest -q

python-docs: test-packages $(PYTHON) ## Build the documentation of the Python package into python/build/docs
	cd python && .venv/bin/python -m pdoc --docformat markdown --output-directory build/docs flycatcher

scale/.venv/bin/python: scale/requirements.txt scale/requirements-test.txt
	/usr/bin/python3 -m venv scale/.venv
	scale/.venv/bin/python -m pip install --quiet --requirement scale/requirements-test.txt
	touch $@

scale-test: test-packages build scale/.venv/bin/python ## Test the workflow for clusters on this machine
	cd scale && .venv/bin/python -m pytest -q tests

FILMS ?= $(DATA)/trajectories

scale-slurm: build scale/.venv/bin/python ## Compare it with a Slurm cluster of its own that loses a node (FILMS=folder; root, slurm-wlm)
	PATH="$(CURDIR)/scale/.venv/bin:$$PATH" COMMAND="$(CURDIR)/.build/release/flycatcher" scale/try-slurm "$(FILMS)"

deb: build ## Make the Debian packages flycatcher and gstreamer1.0-flycatcher in .build/deb
	@command -v dpkg-shlibdeps >/dev/null || { echo "make deb needs Debian's dpkg-dev."; exit 1; }
	rm -rf .build/deb
	packaging/make-deb .build/release .build/deb

check-deb: deb ## Install, run and remove them in a bare Debian 12 (root, debootstrap, lintian)
	packaging/check-deb .build/deb

pictures: build ## Draw the pictures of the README anew
	Scripts/draw-pictures

lint: ## Check the format of every Swift file
	$(SWIFT) format lint --strict --parallel --recursive $(wildcard Package.swift Sources Tests Benchmarks Evaluation Examples Fuzzing/Package.swift Fuzzing/Sources)

# With sudo, root may have no Swift: what was built before is installed then.
install: $(if $(SUDO_USER),.build/release/flycatcher,build) ## Install the command below PREFIX (/usr/local), the plugin where GStreamer finds it
	install -D -s -m 755 .build/release/flycatcher "$(DESTDIR)$(PREFIX)/bin/flycatcher"
	install -D -s -m 644 .build/release/libgstflycatcher.so "$(DESTDIR)$(PLUGINDIR)/libgstflycatcher.so"
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/flycatcher/pipelines" pipelines/*.launch
	install -D -m 755 -t "$(DESTDIR)$(PREFIX)/share/flycatcher/pipelines/elements" pipelines/elements/*.sh
	install -D -m 644 packaging/cameras.yaml "$(DESTDIR)$(PREFIX)/share/flycatcher/cameras.yaml"
	install -d "$(DESTDIR)$(UNITDIR)"
	sed 's|@bindir@|$(PREFIX)/bin|' packaging/flycatcher.service >"$(DESTDIR)$(UNITDIR)/flycatcher.service"

installcheck: ## Install below .build, run it there with the Swift toolchain out of reach
	$(MAKE) install DESTDIR= PREFIX="$(CURDIR)/.build/installed"
	Scripts/check-installed "$(CURDIR)/.build/installed"

.build/release/flycatcher:
	$(error There is nothing to install yet. Run "make build" first, without sudo)

clean: ## Remove what was built and the demo's files
	rm -rf scale/.venv python/.venv python/build .build Benchmarks/.build Evaluation/.build Evaluation/report Examples/*/.build Fuzzing/.build demo

packages:
	@Scripts/install-packages

test-packages:
	@Scripts/install-packages --tests
