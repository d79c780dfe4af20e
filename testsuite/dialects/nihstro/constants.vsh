; Numbers in all notations, and both ways to write a boolean.
.alias opos o0 as position
.alias a c20 as (1, -2, +3.5, -.5)
.alias d c21 as (1.5e3, 1e-3, 2E+2, -inf)
.alias e c22 as ( 0 , 0.25 ,1.,2 )
.alias f c23 as (4, -18446744073709551616, 1e19, 9e18) ;~ dialect-number
.alias g i0 as (0, 255, 1.99, 2)
.alias h b0 as 0
.alias j b1 as (1)
main:
	mov r0, a
	add r0, d, r0
	add r0, e, r0
	add r0, f, r0
	loop g
		add r0, r0, r0
		nop
	endloop
	if h
		add r0, r0, r0
	endif
	if j
		add r0, r0, r0
	endif
	mov opos, r0
	end
