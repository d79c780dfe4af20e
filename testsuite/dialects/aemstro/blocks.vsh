; Blocks: nested ones that end together, in any order of labels, empty ones, and comments at their labels.
	.out o0, result.position, 0xF
	.uniform b1, b2, flags
	.uniform i3, i3, count
	.vsh main, done
main:
	ifu a, a, b0
		loop b, i0
			ifc c, d, !cmp.x
				mov r0, v0 (0)
			d: ; otherwise
				mov r0, v1 (0)
	a: ; all
	b:
	c: ; end here
	ifu e, e, b2
	e:
	ifu g, h, b1
	h:
		mov r0, c0 (0)
	g:
	loop i, i3
		ifc j, j, cmp.y && !cmp.x
			nop
		j:
		nop
	i:
	ifc k, k, cmp.x || cmp.y
		mov r0, v1 (0)
		end
	k:
	mov o0, r0 (0)
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
