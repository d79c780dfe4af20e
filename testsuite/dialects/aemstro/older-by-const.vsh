; A .const with a number alone makes the file an older one: the entry is main.
	.const 5, 1, 2, 3, 4
	.out o0, result.position, 0xF
before:
	nop
main:
	mov o0, c5 (0)
	nop
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
