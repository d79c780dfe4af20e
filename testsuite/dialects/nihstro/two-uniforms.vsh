; Uniforms where no instruction can read them.
.alias opos o0 as position
main:
	add opos, c0, c1 ;~ uniform-placement
	add opos, c0, c0 ;~ uniform-placement
	dst r0, r1, c0 ;~ uniform-placement
	mad r0, c0, c1, r1 ;~ uniform-placement
	mad r0, r1, c0, c1 ;~ uniform-placement
	mad r0, c0, r1, c1 ;~ uniform-placement
	cmp c0.xy, c1.xy, <, < ;~ uniform-placement
	slt r0, c0, c1[a0] ;~ uniform-placement
	end
