.gsh variable c8 2
.entry draw

.out outPosition position
.out outColor color
.proc draw
	setemit 0
	mov outPosition, c1
	mov outColor, c2
	emit
	setemit 1
	mov outPosition, c3
	mov outColor, c4
	emit
	setemit 2, prim
	mov outPosition, c5
	mov outColor, c4
	emit
	end
.end
