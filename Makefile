# Needs the Swift toolchain, git and make; everything else is installed by `scripts/setup`.
PREFIX ?= /usr/local
# The first flag asks for the metadata of generic types by their arguments and not by a mangled name, whose look-up compares each conformance of the
# program: a formula takes 16 % fewer instructions, a note of five pages 7 %. With the others functions that nobody calls are left out, and places that
# the loader fills in are a table of bits (glibc 2.36): the program is smaller. It exports no names and has no tables for unwinding, which took 4 MB.
OPTIMIZED = -c release --static-swift-stdlib -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker --gc-sections \
	-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs
RELEASE = swift build $(OPTIMIZED) -Xlinker --version-script=scripts/program.map \
	-Xlinker --no-eh-frame-hdr -Xlinker -T -Xlinker scripts/program.ld
PROGRAM = .build/release/mdtypeset

.PHONY: peers site c-library tarball font-packages deb image wheel packages-check guide-pictures docs check release-check guide tour build test bench fuzz fuzz-tables sanitize hostile golden sheet tables typography lint format install clean setup

# Typesets samples/tour.md into out/tour.pdf and out/tour-1.png …
tour: build
	mkdir -p out
	$(PROGRAM) samples/tour.md -o out/tour.pdf
	$(PROGRAM) samples/tour.md -o out/tour.png --ppi 150
	@ls out/tour*

# SwiftPM does not see what a bundle includes: it is older than its files where they have changed.
BUNDLES = themes/bundle.S hyphenation/bundle.S fonts/bundle.S icons/bundle.S citations/bundle.S
themes/bundle.S: $(wildcard themes/*.yaml)
hyphenation/bundle.S: $(wildcard hyphenation/*.bin)
fonts/bundle.S: $(wildcard fonts/*.otf fonts/*/*.otf fonts/*.ttf fonts/*/*.ttf)
icons/bundle.S: icons/bootstrap-icons.txt
citations/bundle.S: $(wildcard citations/styles/*.csl citations/locales/*.xml)
$(BUNDLES):
	@touch $@

# The guide as one PDF, each example beside its page.
guide: build
	mkdir -p out
	scripts/typeset-guide $(PROGRAM) out/guide.pdf
	@ls out/guide.pdf

# The pictures of docs/guide/looks.md.
guide-pictures: build
	scripts/guide-pictures $(PROGRAM)

# The reference of the library, with the guide's chapters for it, as a folder of web pages; needs the toolchain's docc.
docs: setup $(BUNDLES)
	scripts/docs out/reference

build: setup $(BUNDLES)
	$(RELEASE) --product mdtypeset

# Before a commit: build, lint and the tests of single modules, about a minute.
check: setup $(BUNDLES)
	@scripts/check

# What CI runs. Of what debuggers read only the lines are made, which saves work in each file; after a build without this option, or before one,
# everything is built anew. The index stays: the toolchain finds the tests in it.
LEAN = -Xswiftc -gline-tables-only
test: setup $(BUNDLES)
	scripts/extending --places
	scripts/plant --check
	swift test $(LEAN)
	scripts/fuzz-tables .build/debug/mdtypeset --seconds 60 --seed commit
	scripts/client $(LEAN)

# Before a release: a fresh clone, benchmarks, hostile input, sanitizers, all names of the tables, and an hour of fuzzing.
release-check: setup $(BUNDLES)
	@scripts/release-check $(FOR_RELEASE)
FOR_RELEASE ?= 3600

# Wall and CPU time, peak memory and pages a second on generated documents; instructions of a start.
bench: build
	$(RELEASE) --product Benchmark
	.build/release/Benchmark $(PROGRAM)
	.build/release/Benchmark --markdown 5 > .build/note.md
	scripts/instructions $(PROGRAM) .build/note.md
	scripts/floor $(PROGRAM) .build/release/Benchmark
	scripts/hostile $(PROGRAM) --growth

# The same documents with Typst and pandoc from PyPI: speed, memory, size and pages side by side, as a table.
peers: build
	$(RELEASE) --product Benchmark
	scripts/peers $(PROGRAM) .build/release/Benchmark

# The website of one page, in out/site, with the table of `make peers`.
site: build
	@command -v cmark-gfm > /dev/null || apt-get install -y cmark-gfm
	mkdir -p out/site
	$(RELEASE) --product Benchmark
	scripts/peers $(PROGRAM) .build/release/Benchmark > .build/peers.md
	scripts/site $(PROGRAM) out/site .build/peers.md

# AddressSanitizer over the samples, mutated documents and mutated fonts; ThreadSanitizer over documents side by side and a long one.
SANITIZED = .build/sanitized
WATCHED = .build/watched
sanitize: setup
	swift build -c release --sanitize=address --build-path $(SANITIZED) --product mdtypeset
	scripts/sanitize $(SANITIZED)/release/mdtypeset
	for product in Locks SideBySide mdtypeset; do \
	  swift build -c release --sanitize=thread --package-path scripts/sanitizers --scratch-path $(WATCHED) --product $$product || exit 1; done
	scripts/threads $(WATCHED)/release

# Inputs that try to crash, hang or bloat the program.
hostile: build
	scripts/hostile $(PROGRAM)

# Every key, attribute, directive, command and option with every number, unit and length of text: five million pairs, some hours.
fuzz-tables: build
	scripts/fuzz-tables $(PROGRAM) --all --slow 1

# Documents that nobody wrote, from pieces of others, for FOR seconds under AddressSanitizer; then mutated formulas, others each time.
FOR ?= 60
fuzz: setup
	scripts/fuzz $(FOR)
	MDTYPESET_FUZZ_SECONDS=60 swift test --filter FuzzTests

# Writes samples/math-sheet.md, the sheet of all commands, from the table of the tests.
sheet:
	scripts/math-sheet Tests/TeXMath/Fixtures/commands.tsv > samples/math-sheet.md

# How the samples and the forty documents of the tests are set: the table of docs/typography.md.
typography: setup
	swift build --product mdtypeset
	scripts/typography --details

# Writes the reference pictures anew; look at them before they are committed.
golden: setup
	MDTYPESET_UPDATE_GOLDEN=1 swift test --filter Golden

# Lays out anew what the program carries and reads in place (hyphenation/*.bin), after a change of its sources.
tables: setup
	MDTYPESET_UPDATE_TABLES=1 swift test --filter 'laid-out' || true
	touch hyphenation/bundle.S

lint:
	swift format lint --strict --parallel --recursive Sources Tests Package.swift

format:
	swift format --in-place --recursive Sources Tests Package.swift

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/mdtypeset
	install -d $(DESTDIR)$(PREFIX)/share/mdtypeset/citations/styles $(DESTDIR)$(PREFIX)/share/mdtypeset/citations/locales
	install -m 644 citations/README.md citations/LICENSE.txt $(DESTDIR)$(PREFIX)/share/mdtypeset/citations
	install -m 644 citations/styles/*.csl $(DESTDIR)$(PREFIX)/share/mdtypeset/citations/styles
	install -m 644 citations/locales/*.xml $(DESTDIR)$(PREFIX)/share/mdtypeset/citations/locales
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install -d $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(PROGRAM) man > $(DESTDIR)$(PREFIX)/share/man/man1/mdtypeset.1
	$(PROGRAM) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/mdtypeset
	$(PROGRAM) completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_mdtypeset
	$(PROGRAM) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/mdtypeset.fish

# Packages, in out/packages: an archive that runs on any Linux with glibc 2.36 or later, faces for Chinese, Japanese, Korean and emoji to go with it,
# a package of Debian, a container image, a wheel for Python. packages-check makes all of them and runs each from nothing (root, network).
# `PROGRAM=FILE` makes them of a program that is built already.
ifneq ($(origin PROGRAM),command line)
tarball deb image wheel packages-check: build
endif
tarball:
	scripts/packages/archive $(PROGRAM)
font-packages:
	scripts/packages/fonts
deb:
	scripts/packages/deb $(PROGRAM)
image:
	scripts/packages/image $(PROGRAM)
wheel:
	scripts/packages/python $(PROGRAM)
packages-check:
	scripts/packages/check $(PROGRAM)

# The library for C, its header and a file for pkg-config, in out/c.
c-library: setup $(BUNDLES)
	scripts/c-library out/c $(OPTIMIZED)
	@ls out/c

setup:
	@scripts/setup

clean:
	rm -rf .build out
