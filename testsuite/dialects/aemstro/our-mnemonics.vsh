; Mnemonics of our language, which aemstro does not have: it skips them.
	.out o0, result.position, 0xF
	.vsh main, done
main:
	litp r0, v0 (0) ;~ skipped-line
	dst r0, v0, r1 (0) ;~ skipped-line
	dsti r0, v0, c1 (0) ;~ skipped-line
	callc cmp.x, done ;~ skipped-line
	jmpu b0, done ;~ skipped-line
	breakc cmp.x ;~ skipped-line
	for i0 ;~ skipped-line
	mov o0, v0 (0)
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
