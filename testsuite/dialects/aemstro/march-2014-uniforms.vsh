; March 2014: with a destination above d1F all destinations and second sources are four times the number, names stay.
	.const 20, 1, 2, 3, 4
	.uniform 0x10, 0x13, projection ;~ dialect-number
	.out o0, result.position
	.out o1, result.color
main:
	mov d7C, d00 (0)
	mul d40, d34, d7C (0)
	dp4 d00, d20, d40 (0)
	max d04, d10, d44 (0)
	cmp d1F, 0, 5, d7C (0)
	mov o1, c20 (0)
	nop
	end
	flush
endmain:
.opdesc xyzw, xyzw, xyzw, xyzw
