; setemitraw and emit make a geometry shader. nihstro does not count setemitraw, so labels behind it are too low.
.alias opos o0 as position
main:
	setemitraw 0
	mov opos, v0
	emit
	setemitraw 1, inv
	mov opos, v1
	emit
	setemitraw 2, prim, inv
	call last until last_end
	setemitraw 0, inv, prim
	end
last: ;~ labels-too-low
	mov opos, v2
	emit
	nop
last_end: ;~ labels-too-low
