; Each vertex with each flag.
.alias opos o0 as position
main:
	setemitraw 0
	emit
	setemitraw 1, prim
	emit
	setemitraw 2, inv
	emit
	SETEMITRAW 0 , prim , inv
	emit
	setemitraw 1,inv,prim
	EMIT
	end
