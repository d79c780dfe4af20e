; The declarations of 2014 say what to write. Errors in other lines are told too.
.out pos o0 position ;~ old-declaration
.const one c20 (1, 0, 0, 0) ;~ old-declaration
.alias k c5 as (1, 2, 3, 4)
.out pos position o0 ;~ not-in-dialect
main:
	mov r0, k.xy ;~ letter-count
	end
