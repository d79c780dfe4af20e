;! entry: Second
;! geometry: yes
; The entry of the command line in place of that of .vsh.
	.out o0, result.position, 0xF
	.vsh main, done
main:
	nop
second:
	mov o0, v0 (0)
	emit
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
