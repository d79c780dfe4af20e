; Kinds of registers that instructions cannot read or write. The other errors of the source are told too.
.alias opos o0 as position
.alias k c0 as (1, 2, 3, 4)
main:
	mov k, v0 ;~ wrong-bank
	mov v0, r1 ;~ wrong-bank
	mov i0, r1 ;~ wrong-bank
	mov r0, opos ;~ wrong-bank
	add r0, r1, b1 ;~ wrong-bank
	mova i1.xy ;~ wrong-bank
	cmp r0.xy, i0.xy, ==, == ;~ wrong-bank
	mov opos, r1[a0] ;~ index-without-effect
	end
