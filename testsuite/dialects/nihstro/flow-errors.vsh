; Conditions and labels in forms that nihstro does not have.
main:
	if ;~ not-in-dialect
		nop
	endif
	if b0 && b1 ;~ flag-without-letter
		nop
	endif
	loop ;~ not-in-dialect
		nop
	endloop
	loop i0, i1 ;~ not-in-dialect
		nop
	endloop
	jmp main if ;~ not-in-dialect
	call main until ;~ not-in-dialect
	breakc ;~ not-in-dialect
	setemitraw ;~ not-in-dialect
	setemitraw 1 prim ;~ not-in-dialect
	end 1 ;~ not-in-dialect
