; An older file: all numbers of comparisons, and max and min, which mean what they say.
	.out o0, result.position
main:
	cmp v0, 0, 1, r0 (0)
	cmp v0, 2, 3, r0 (0)
	cmp v0, 4, 5, r0 (0)
	max r1, v0, r0 (0)
	min r2, v0, r0 (0)
	mov o0, r1 (0)
	nop
	end
	flush
endmain:
.opdesc xyzw, xyzw, xyzw, xyzw
