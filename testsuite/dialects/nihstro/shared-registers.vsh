; The table lists the longest of the names that share registers.
.alias opos o0 as position
.alias third c2 ;~ without-table-entry
.alias all c0-c3
.alias second c1 ;~ without-table-entry
.alias beyond c3-c5 ;~ without-table-entry
.alias same i0
.alias again i0 ;~ without-table-entry
main:
	mov r0, third
	add r0, second, r0
	add r0, beyond[1], r0
	add opos, all[3], r0
	end
