# Builds the program for the machine at hand, as OpenBench asks for it: make EXE=name

EXE ?= alberich
CARGO_TARGET_DIR ?= target
export CARGO_TARGET_DIR
export RUSTFLAGS += -C target-cpu=native

ifeq ($(OS),Windows_NT)
suffix := .exe
endif

.PHONY: all
all:
	cargo build --release --locked
	cp "$(CARGO_TARGET_DIR)/release/alberich$(suffix)" "$(EXE)"
