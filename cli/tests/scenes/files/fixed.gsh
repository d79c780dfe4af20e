.gsh fixed c8 c0 3
.entry draw

.out outPosition position
.out outColor color
.proc draw
	setemit 0
	mov outPosition, c0
	mov outColor, c1
	emit
	setemit 1
	mov outPosition, c2
	mov outColor, c3
	emit
	setemit 2, prim
	mov outPosition, c4
	mov outColor, c5
	emit
	end
.end
