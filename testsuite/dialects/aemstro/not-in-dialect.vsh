; Lines that aemstro would end at.
	.out o0, result.position, 0xF
	.vsh main, done
	.opdesc xyzw, xyzw, xyzw
main:
	mov o0, v0 ;~ not-in-dialect
	mov o0, v0 (0 ;~ not-in-dialect
	mov o0 (0) ;~ not-in-dialect
	mov o0, v0, v1 (0) ;~ not-in-dialect
	mov o0, v 0 (0) ;~ not-in-dialect
	mov o0, -v0 (0) ;~ not-in-dialect
	mov o0, v0 (x) ;~ not-in-dialect
	mov i0, v0 (0) ;~ not-in-dialect
	mov o0, b0 (0) ;~ not-in-dialect
	mov o0, c0[r0] (0) ;~ not-in-dialect
	mov o0, c0[0 (0) ;~ not-in-dialect
	mov o0[1, v0 (0) ;~ not-in-dialect
	add o0, , v0 (0) ;~ not-in-dialect
	mov r0[aL], v0 (0) ;~ index-without-effect
	cmp v0, eq, xx, v1 (0) ;~ not-in-dialect
	cmp v0, eq, v1 (0) ;~ not-in-dialect
	loop done, b0 ;~ not-in-dialect
	loop done ;~ not-in-dialect
	ifu done, done, c0 ;~ not-in-dialect
	ifu done-, done, b0 ;~ not-in-dialect
	if done, 0b11111 ;~ not-in-dialect
	if done, cmp.x ;~ not-in-dialect
	setemit 0, true, true ;~ not-in-dialect
	setemit vtx0, 1, true ;~ not-in-dialect
	end
done:
	.opdesc ;~ not-in-dialect
	.out o0 ;~ not-in-dialect
	.out r0, result.color, 1 ;~ not-in-dialect
	.out o1, result.color, all ;~ not-in-dialect
	.const ;~ not-in-dialect
	.const o0, 1 ;~ not-in-dialect
	.uniform c0, c1 ;~ not-in-dialect
	.uniform x, c1, name ;~ not-in-dialect
