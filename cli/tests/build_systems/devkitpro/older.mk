# The rest of the Makefile of an older project: it has the rules of shaders itself, which make objects at once.
# PICASSO is the command that stands in these rules.

BUILD := build
SHADERS := flat spark

ifneq ($(BUILD),$(notdir $(CURDIR)))

export DEPSDIR := $(CURDIR)/$(BUILD)
export VPATH := $(CURDIR)/shaders

all:
	@mkdir -p $(BUILD)
	@$(MAKE) --no-print-directory -C $(BUILD) -f $(CURDIR)/Makefile

else

all: $(SHADERS:=.shbin.o)

%.shbin.o: %.v.pica %.g.pica
	@echo making $@
	@$(PICASSO)
	@cp $*.shbin $@

%.shbin.o: %.v.pica
	@echo making $@
	@$(PICASSO)
	@cp $*.shbin $@

-include $(DEPSDIR)/*.d

endif
