# The rest of a project's Makefile as devkitPro's templates have it: it runs itself a second time, inside `build`.

BUILD := build

ifneq ($(BUILD),$(notdir $(CURDIR)))

export DEPSDIR := $(CURDIR)/$(BUILD)
export VPATH := $(CURDIR)/shaders

all:
	@mkdir -p $(BUILD)
	@$(MAKE) --no-print-directory -C $(BUILD) -f $(CURDIR)/Makefile

else

all: flat.shbin spark.shbin scene.shbin

-include $(DEPSDIR)/*.d

endif
