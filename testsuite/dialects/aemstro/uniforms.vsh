; Names in the table of uniforms.
	.uniform c0, c3, my matrix
	.uniform c4, c4, light.color	 ; a tab behind it ;~ renamed-entry
	.uniform c5, c5, mymatrix ;~ renamed-entry
	.uniform c2, c3, rows ;~ without-table-entry
	.uniform c6, c6, r0 ;~ renamed-entry
	.uniform i0, i1, counts, more
	.uniform b0, b15, flags
	.uniform c7, i0, mixed ;~ skipped-line
	.out o0, result.position, 0xF
	.vsh main, done
main:
	mul r0, c0, v0 (0)
	mul r0, c2[a0.x], v0 (0)
	mul r0, c4, v0 (0)
	mul r0, c5, v0 (0)
	loop e, i1
		mul r0, c6, r0 (0)
		nop
	e:
	ifu f, f, b7
		mul r0, c8[a0.y], r0 (0)
	f:
	mov o0, r0 (0)
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
