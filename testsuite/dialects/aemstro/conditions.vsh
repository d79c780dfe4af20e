; All conditions of ifc, with and without an else-body, and all of ifu.
	.out o0, result.position, 0xF
	.uniform b14, b15, flags
	.vsh main, done
main:
	ifc a, a, CMP.X
		nop
	a:
	ifc b, b, !cmp.x
		nop
	b:
	ifc c, c, cmp.y
		nop
	c:
	ifc d, d, !cmp.y
		nop
	d:
	ifc e, e, cmp.x || !cmp.y
		nop
	e:
	ifc f, f, !cmp.y || !cmp.x
		nop
	f:
	ifc g, g, cmp.x&&!cmp.y
		nop
	g:
	ifc h, i, cmp.y && cmp.x
		nop
	i:
		nop
	h:
	ifu j, k, b15
		nop
	k:
		nop
	j:
	ifu l, l, b0
		nop
	l:
	mov o0, v0 (0)
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
