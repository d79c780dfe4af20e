; Indices that lead to other kinds of registers, and address registers that the console does not add.
.alias opos o0 as position
main:
	mov opos, v15[1] ;~ index-leaves-kind
	mov opos, c0[-1] ;~ index-leaves-kind
	mov r1[a0], v0 ;~ index-without-effect
	mov opos, r1[lcnt] ;~ index-without-effect
	mov opos, v1[a1] ;~ index-without-effect
	mov r15[1], v0 ;~ index-leaves-kind
	end
