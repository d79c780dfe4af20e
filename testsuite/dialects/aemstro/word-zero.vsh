; The word that aemstro drops, and some that are like it.
	.out o0, result.position, 0xF
	.vsh main, done
main:
	add o0, v0, v0 (0) ;~ dropped-word
	add d00, d00, d00 (0x0) ;~ dropped-word
	add r0, v0, v0 (0)
	add o0, v0, v0 (1)
	mul o0, v0, v0 (0)
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
.opdesc xyzw, xyzw, xyzw, xyzw
