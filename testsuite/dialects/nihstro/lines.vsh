; The three signs of comments, blanks around signs, and upper case.
.version 1.2 // of nihstro
.alias opos o0 as position # the clip space
	.alias table c8 - c11// beside the code
; a comment of its own

MAIN_:   // only a name
main: ;~ entry-elsewhere
	MOV r0 . x y , v0 . z w   ; blanks everywhere
	Add r1, table [ 1 ] . w z y x, r0

	// before the last ones
	mov opos, r1
	end // the end
after: # and behind it
