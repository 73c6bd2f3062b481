# Builds the program for the machine at hand, as OpenBench asks for it: make EXE=name EVALFILE=network

EXE ?= alberich
CARGO_TARGET_DIR ?= target
export CARGO_TARGET_DIR
export RUSTFLAGS += -C target-cpu=native

ifeq ($(OS),Windows_NT)
suffix := .exe
endif

program := $(CARGO_TARGET_DIR)/release/alberich$(suffix)

.PHONY: all
all: build
	cp "$(program)" "$(EXE)"

ifdef EVALFILE
# The path from here is not that from the file which includes it.
.PHONY: build
build: override export EVALFILE := $(abspath $(EVALFILE))
build:
	cargo build --release --locked --features evalfile
	# Says why, if it is none.
	"$(program)" bench 1 --eval-file "$(EVALFILE)" >/dev/null
else
.PHONY: build
build:
	cargo build --release --locked
endif
