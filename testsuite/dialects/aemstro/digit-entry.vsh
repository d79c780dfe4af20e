; The entry of a geometry shader alone, with a digit first, behind code without a label.
	.gsh 2nd, 3rd ;~ shader-number
	.out o0, result.view, 0b0111
	.out o1, result.texcoord2, 3
	nop
2nd:
	mov o0, v0 (0)
	emit
	end
3rd:
.opdesc xyz_, xyzw
