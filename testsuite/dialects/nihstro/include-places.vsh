; An error in an included file.
main:
	.include "a.inc" ;~ not-in-dialect
	end
;! include: a.inc
	nop
	wrong r0
