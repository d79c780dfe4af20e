; Registers beyond the last of their kind, and those that are not operands.
.alias a c96 ;~ alias-below-use
.alias b v0-v16 ;~ alias-below-use
.alias d o16 as color ;~ alias-below-use
main:
	mov r0, v16 ;~ alias-below-use
	mov r16, v0 ;~ alias-below-use
	mov r0, c96 ;~ alias-below-use
	mov o16, r0 ;~ alias-below-use
	if b16 ;~ alias-below-use
		nop
	endif
	loop i4 ;~ alias-below-use
		nop
		breakc !b0 ;~ flag-without-letter
		nop
	endloop
	mov r0, cc ;~ not-in-dialect
	mov r0, lcnt ;~ not-in-dialect
	mov a0, r0 ;~ not-in-dialect
	end
