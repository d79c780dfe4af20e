; An .out with the mask 0 makes the file an older one: the entry is main.
	.out o0, result.position, 0
before:
	nop
main:
	mov o0, c5 (0)
	nop
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
