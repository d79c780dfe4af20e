; Lines that nihstro cannot parse end its file without a word. All of them are errors here.
.alias opos o0 as position
.nothing ;~ not-in-dialect
.include "a b" ;~ not-in-dialect
main:
	mov r0 v0 ;~ not-in-dialect
	mov r0, v0, v1 ;~ not-in-dialect
	mov r0, v0.xyq ;~ not-in-dialect
	mov r0, v0.X ;~ not-in-dialect
	mov r0, c0[1 + x] ;~ not-in-dialect
	mov r0, c0[a0 + a1] ;~ not-in-dialect
	mov r0, c0[] ;~ not-in-dialect
	mov -r0, v0 ;~ not-in-dialect
	mov r0, a0 ;~ not-in-dialect
	mov r0, $x ;~ not-in-dialect
	jmp main ;~ not-in-dialect
	call main ;~ not-in-dialect
	setemitraw 0, up ;~ not-in-dialect
	cmp r0.xy, r1.xy, =, == ;~ not-in-dialect
	loop b0 ;~ not-in-dialect
	nop
	endloop
	IF cc.x
	nop
	endif
	if cc.x IF ;~ not-in-dialect
	nop
	endif
	: ;~ not-in-dialect
	end
