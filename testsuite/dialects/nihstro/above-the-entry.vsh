; Code above the entry is a procedure of its own, unless it runs into the entry.
.alias opos o0 as position
	nop
before:
	mov opos, v0
	end
main: ;~ entry-elsewhere
	jmp before if b0
	mov opos, v1
	end
