; March 2014: destinations and second sources are four times the number.
	.out o0, result.position
main:
	mov d40, d04 (0)
	add d44, d40, d44 (0)
	dp4 d04, d20, d08 (0)
	mov o0, r0 (0)
	end
	flush
endmain:
.opdesc xyzw, xyzw, xyzw, xyzw
