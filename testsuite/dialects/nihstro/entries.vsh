; The entry is the label that the command line names. nihstro's file starts at the offset of its name.
;! entry: start
.alias opos o0 as position
unused:
	nop
	end
start: ;~ entry-elsewhere
	mov opos, v0
	end
