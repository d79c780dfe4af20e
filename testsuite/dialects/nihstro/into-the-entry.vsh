; Code above the entry runs into it.
before:
	nop
main: ;~ entry-elsewhere shared-jump
	jmp before if b0
	end
