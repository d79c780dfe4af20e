; An older file with .vsh: flush is end, and the entry is that of .vsh, not `main`.
	.out o0, result.position
	.vsh start, done
main:
	nop
start:
	mov d00, d00 (0)
	nop
	end
	flush
done:
.opdesc xyzw, xyzw
