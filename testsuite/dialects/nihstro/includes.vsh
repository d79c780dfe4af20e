; Lines of other files stand where they are included, and their errors have the places there.
.alias opos o0 as position
.include "common.inc" ; the table
main:
	mov r0, one
	.include "deep/body.inc"
	end
;! include: common.inc
.alias one c20 as (1, 1, 1, 1) // from the file
;! include: deep/body.inc
	.include "more.inc"
;! include: deep/more.inc
	mov opos, r0
