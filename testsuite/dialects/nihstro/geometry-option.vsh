; The command line can say that it is a geometry shader.
;! geometry: yes
.alias opos o0 as position
main:
	mov opos, v0
	end
