; Calls of ranges that are none.
	.vsh main, done
main:
	call f, f ;~ call-range
	call g, f ;~ call-range
	call f, nowhere ;~ missing-label
	call nowhere, f ;~ missing-label
	call f, i ;~ crossing-bodies
	end
done:
f:
	nop
g:
	ifu h, h, b0
	nop
i:
	nop
h:
