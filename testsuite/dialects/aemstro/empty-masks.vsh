; Instructions that write nothing: left out, or a nop for mova and at the end of a body.
	.out o0, result.position, 0xF
	.vsh main, done
main:
	mov r0, v0 (1) ; left out ;~ dialect-quirk
	mova r0, v0 (1) ;~ dialect-quirk
	mova r0, v0 (2) ;~ dialect-quirk
	ifu e, e, b0
		mov r0, v0 (1) ;~ dialect-quirk
		mov r1, v0 (1) ; the last one ;~ dialect-quirk
	e:
	cmp v0, eq, eq, r1 (1)
	call f, g
	mov o0, v0 (0)
	end
done:
f:
	mov r0, v0 (1) ;~ dialect-quirk
g:
	.opdesc xyzw, xyzw, xyzw ; 0x0
	.opdesc ____, xyzw ; nothing
	.opdesc __zw, xyzw ; 2
