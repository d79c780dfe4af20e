;! entry: nowhere
; An entry that the source does not have.
main: ;~ missing-label
	nop
	end
