; Blank lines and comments stay where they are, also those between procedures and behind the code.
.alias opos o0 as position

// the declarations end here

// about main
main:

	// first
	mov r0, v0

	call f until g
	mov opos, r0
	end

// about f
// and more about it
f:
	add r0, r0, r0
	// last in f
g:
// behind f

// at the end
