;! entry: vmain
; An entry for two shaders.
	.out o0, result.position, 0xF
	.uniform c0, c0, scale
	.vsh vmain, vdone ;~ two-shaders
	.gsh gmain, gdone
; the vertex shader
vmain:
	call shared, last
	mov o0, r0 (0)
	ifu e, e, b0
		end
	e:
	end
vdone:
; for the vertex shader alone
own:
	nop
; the geometry shader
gmain: ; starts
	setemit vtx0, true, false
	call shared, last
	mov o0, r0 (0)
	emit
	end
	nop
gdone:
; for both
shared: ; used twice
	mul r0, c0, v0 (0)
	nop
last:
.opdesc xyzw, xyzw, xyzw, xyzw
