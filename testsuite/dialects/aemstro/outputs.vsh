; Masks of outputs in all bases, a property that aemstro does not know, and one with too many bits.
	.out o0 , result.position , 0xF
	.out o1, result.normalquat, 15
	.out o2, result.color, 0b111
	.out o3, result.texcoord0, 0o3
	.out o3, result.texcoord0w, 4
	.out o4, result.texcoord1, 0x13 ;~ dialect-number
	.out o5, result.fog, 1 ;~ skipped-line
	.out o6, color, 1 ;~ skipped-line
	.vsh main, done
main:
	mov o0, v0 (0)
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
