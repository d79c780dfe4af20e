; March 2014: a field that is not four times a number.
main:
	mov d41, d04 (0) ;~ no-such-register
	mov d40, d04 (0)
	flush
.opdesc xyzw, xyzw, xyzw, xyzw
