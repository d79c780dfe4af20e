; Sums that lead beyond the registers of their kind, with an address register, too.
.alias opos o0 as position
.alias table c92-c95
main:
	mov r0, table[4] ;~ index-leaves-kind
	mov r0, c95[1 + 1] ;~ index-leaves-kind
	mov r0, c95[a0 + 1] ;~ index-leaves-kind
	mov r0, c0[lcnt - 1] ;~ index-leaves-kind
	mov r0, r14[2] ;~ index-leaves-kind
	mov o15[1], v0 ;~ index-leaves-kind
	loop i3[1] ;~ index-leaves-kind
		nop
	endloop
	if b15[1] ;~ index-leaves-kind
		nop
	endif
	end
