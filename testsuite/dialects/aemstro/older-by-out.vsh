; An .out without mask makes the file an older one: the entry is main.
	.out o0, result.position
before:
	nop
main:
	mov o0, c5 (0)
	nop
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
