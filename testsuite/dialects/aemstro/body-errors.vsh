; Bodies that do not follow their instruction, or cross each other.
	.vsh main, done
main:
	nop
before:
	ifu a, before, b0 ;~ crossing-bodies
	nop
a:
	ifu before, before, b0 ;~ crossing-bodies
	nop
	loop before, i0 ;~ crossing-bodies
	nop
	ifu b, c, b0 ;~ crossing-bodies
	nop
b:
	nop
c:
	ifu e, d, b0
	loop e, i0 ;~ crossing-bodies
	nop
d:
	nop
e:
	loop nowhere, i0 ;~ missing-label
	ifu e, nowhere, b0 ;~ missing-label
	nop
	end
done:
