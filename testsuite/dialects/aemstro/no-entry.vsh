;! entry: begin
; An entry that the source does not have.
	.vsh main, nowhere ;~ missing-label
main: ;~ missing-label
	end
