; A .uniform with numbers makes the file an older one: the entry is main.
	.uniform 0x15, 0x15, five ;~ dialect-number
	.out o0, result.position, 0xF
before:
	nop
main:
	mov o0, c5 (0)
	nop
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
