; emit alone makes a geometry shader, and a first label `gmain` is its entry.
.alias opos o0 as position
gmain:
	mov opos, v0
	emit
	end
