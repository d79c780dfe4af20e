; Names that our language uses for something else.
.alias opos o0 as position
.alias mov c0 ;~ renamed-entry
.alias Pi c1 ;~ renamed-entry
.alias k c2 as (nan, 1, -nan, 2) ;~ dialect-number dialect-number
main:
	mov r0, mov
	add r0, Pi, r0
	mul opos, k, r0
	end
