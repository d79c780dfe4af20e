; Numbers of nihstro are decimal, and names do not begin with a digit.
.alias a c5 as (0x1, 2, 3, 4) ;~ not-in-dialect
.alias b i0 as (0x1, 2, 3, 4) ;~ not-in-dialect
.alias 2nd c5 ;~ not-in-dialect
.alias d-e c5 ;~ not-in-dialect
.alias f c5[1] ;~ not-in-dialect
.alias g c5.xq ;~ not-in-dialect
main:
	mov r0, c0[0x1] ;~ not-in-dialect
1st: ;~ not-in-dialect
	end
