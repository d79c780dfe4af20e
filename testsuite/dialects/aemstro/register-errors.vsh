; Registers that there are not.
	.out o16, result.position, 0xF ;~ no-such-register
	.const c96, 0, 0, 0, 0 ;~ no-such-register
	.const i4, 0, 0, 0, 0 ;~ no-such-register
	.const 100, 0, 0, 0, 0 ;~ no-such-register
	.uniform b15, b16, many ;~ no-such-register
	.uniform 0x74, 0x75, between ;~ no-such-register
	.vsh main, done
main:
	mov o0, v16 (0) ;~ no-such-register
	mov o0, d80 (0) ;~ no-such-register
	mov o0, d100 (0) ;~ no-such-register
	mov r16, v0 (0) ;~ no-such-register
	mov o0, c8[200] (0) ;~ index-leaves-kind
	mov o0, v0[-1] (0) ;~ index-leaves-kind
	ifu done, done, b16 ;~ no-such-register
	loop done, i4 ;~ no-such-register
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
