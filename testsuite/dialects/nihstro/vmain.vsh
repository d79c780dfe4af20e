; Without `main`, a first label `vmain` is the entry.
.alias opos o0 as position
vmain:
	mov opos, v0
	end
