; Names that mean something else in our language, names twice, names of registers.
.alias opos o0 as position
.alias c100 c0 ;~ renamed-entry
.alias R5 c1 ;~ renamed-entry
.alias cmp v2 ;~ renamed-entry
.alias _hidden c2 ;~ without-table-entry
.alias r3 c3 ;~ dialect-quirk renamed-entry
.alias c4 c4
.alias k c20 as (1, 2, 3, 4)
.alias k c21 as (5, 6, 7, 8) ;~ dialect-quirk
.alias opos o1 as color ;~ dialect-quirk
.alias three v3-v5 ;~ without-table-entry
main:
	mov r3, c100
	add r3, R5, r3
	add r3, _hidden, r3
	add r3, c4, r3
	add r3, k, r3
	add r3, cmp, r3
	mov opos, r3
	mov o1, three[2]
	end
