; An if with the bits of its word makes the file an older one: the entry is main.
	.out o0, result.position, 0xF
before:
	nop
main:
	if e, 0b0010
		mov o0, v0 (0)
	e:
	nop
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
