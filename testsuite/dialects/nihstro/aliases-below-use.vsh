; Names are known from their declaration on. A wrong declaration is the only error of its name.
.alias wrong r1 ;~ alias-of-temporary
main:
	mov o0, k ;~ alias-below-use
	mov o0, unknown ;~ alias-below-use
	mov o0, wrong
	end
.alias k c1
