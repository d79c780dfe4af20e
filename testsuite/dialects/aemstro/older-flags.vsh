; The flag bits of older conditions: both values of x and y with each operator.
	.out o0, result.position
main:
	if a, 0b0000
		nop
	a:
	if b, 0b1000
		nop
	b:
	if c, 0b1100
		nop
	c:
	if d, 0b0001
		nop
	d:
	if e, 0b1101
		nop
	e:
	if f, 0b0010
		nop
	f:
	if g, 0b0011
		nop
	g:
	if h, 0b1111
		nop
	h:
	mov o0, v0 (0)
	nop
	flush
endmain:
.opdesc xyzw, xyzw, xyzw, xyzw
