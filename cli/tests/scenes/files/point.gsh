.gsh point c0
.entry draw
.in p0 v0
.in k0 v1
.in p1 v2
.in k1 v3
.in p2 v4
.in k2 v5
.out outPosition position
.out outColor color
.proc draw
	setemit 0
	mov outPosition, p0
	mov outColor, k0
	emit
	setemit 1
	mov outPosition, p1
	mov outColor, k1
	emit
	setemit 2, prim
	mov outPosition, p2
	mov outColor, k2
	emit
	end
.end
