# The rest of the Makefile of a stock project, behind the rules: it runs itself a second time, inside `build`, where
# make finds the sources in the folders of VPATH.

TARGET := game
BUILD := build
SHADERS := flat spark scene

ifneq ($(BUILD),$(notdir $(CURDIR)))

export OUTPUT := $(CURDIR)/$(TARGET)
export DEPSDIR := $(CURDIR)/$(BUILD)
export VPATH := $(CURDIR)/shaders

all:
	@mkdir -p $(BUILD)
	@$(MAKE) --no-print-directory -C $(BUILD) -f $(CURDIR)/Makefile

else

$(OUTPUT): $(SHADERS:=.shbin.o) $(SHADERS:=_shbin.h)
	@echo making $(notdir $@)
	@cat $(filter %.o,$^) >$@

-include $(DEPSDIR)/*.d

endif
