; nihstro's mova writes nothing.
.alias opos o0 as position
main:
	mova v0.xy ;~ mova-without-mask
	mov opos, c8[a0]
	mova -r0.zz ;~ mova-without-mask
	mov r1, c8[2+a1-4]
	end
