; Lines in messages are those of the files.
.include "names.inc"
main: ;~ entry-elsewhere
	mov r0, below ;~ alias-below-use
	nop
	nop
twice: ;~ name-taken
	end
.alias label c1 ;~ name-taken
.alias below c2
;! include: names.inc



label:
twice:
