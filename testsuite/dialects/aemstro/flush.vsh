; March to December 2014: flush is end, and end is nop.
	.const 5, 1, 2, 3, 4
	.uniform 0, 3, projection ;~ dialect-number
	.uniform 0x14, 23, modelview ;~ dialect-number
	.uniform 0x78, 0x78, flag ;~ dialect-number
	.out o0, result.position
	.out o1, result.color, 0x0
before:
	nop
main:
	mov d00, d25 (0)
	nop
	cmp v0, 2, 5, r0 (0)
	if a, 0b1010
		mov d01, d24 (0)
	a:
	if b, 0b0111
		mov d01, d00 (0)
	b:
	if c, 0x4
		nop
	c:
	if d, 9
		nop
	d:
	end
	flush
endmain:
.opdesc xyzw, xyzw, xyzw, xyzw
