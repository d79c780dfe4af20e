; The procedure that waves.wgsl calls. The argument is in r0.x, and so is the result; r1 to r7 could be written, too.

.nodvle
.constf numbers(1.0, 4.0, 0.0, 0.0)

.proc wave
	flr r0.y, r0.x
	add r0.x, r0.x, -r0.y
	add r0.y, numbers.x, -r0.x
	mul r0.x, r0.x, r0.y
	mul r0.x, numbers.y, r0.x
.end
