; Numbers that the console does not have.
.alias opos o0 as position
.alias k c20 as (18446744073709551616, -1e30, 0, nan) ;~ dialect-number
main:
	mov opos, k
	end
