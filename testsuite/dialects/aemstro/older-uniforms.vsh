; Numbers of uniforms in older files: 10h is c0, 70h i0, 78h b0; lower ones are c registers.
	.uniform 0xF, 0xF, low ;~ dialect-number
	.uniform 0x10, 0x13, matrix ;~ dialect-number
	.uniform 0x6F, 0x6F, last ;~ dialect-number
	.uniform 0x70, 0x73, counts ;~ dialect-number
	.uniform 120, 0x87, flags ;~ dialect-number
	.const 95, 1, 2, 3, 4
	.out o0, result.position
main:
	mul r0, c0, v0 (0)
	mov o0, r0 (0)
	flush
endmain:
.opdesc xyzw, xyzw, xyzw, xyzw
