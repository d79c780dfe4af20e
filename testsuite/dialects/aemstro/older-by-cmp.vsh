; A cmp with numbers makes the file an older one: the entry is main.
	.out o0, result.position, 0xF
before:
	nop
main:
	cmp v0, 0, 1, r0 (0)
	mov o0, c5 (0)
	nop
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
