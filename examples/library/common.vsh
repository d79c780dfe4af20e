; A library: procedures that several shaders share. The file makes no shader itself (`.nodvle`).
;
; Procedures are visible in all files of a link. All other names belong to their file; but uniforms of the
; same name in several files are the same uniform, in the same registers. The shaders here declare those
; of the library once more, as they stand below. Two things are gained: the shaders may use them, too; and
; the program finds them by name whatever linker made the file.
;
; The library has no constants (`.constf`, `.setf`). picald would load them in each shader whose code gets
; here, but linkers that go by the old rules load only those of the shader's own file: a constant of the
; library would then read what the shader happens to have in that register. Where a number is needed,
; there often is a way without:
;   1 in w       `dph`, which takes the first source's w for 1
;   0            `slt` of a number and itself
;   1            `sge` of a number and itself
;
; Procedures take their arguments from temporaries and leave their results there:
;
;   transform    takes nothing
;                gives r0, the position for the rasteriser; r1.xyz, the position in view space
;   turnNormal   takes r2.xyz, a direction in model space
;                gives r2.xyz, the same in view space, of length 1; changes r2.w
;   diffuse      takes r2.xyz, the normal in view space
;                gives r3.x, how much the surface faces `lightDirection`, 0 to 1

.nodvle

.fvec projection[4]
.fvec modelView[4]
; Towards the light, in view space, of length 1.
.fvec lightDirection

; All shaders of the link have the position as their first attribute.
.alias inPosition v0

.proc transform
	dph r1.x, inPosition, modelView[0]
	dph r1.y, inPosition, modelView[1]
	dph r1.z, inPosition, modelView[2]

	dph r0.x, r1, projection[0]
	dph r0.y, r1, projection[1]
	dph r0.z, r1, projection[2]
	dph r0.w, r1, projection[3]
.end

.proc turnNormal
	; r2 is both source and result: the result grows in r4 until the last component is read.
	dp3 r4.x, modelView[0], r2
	dp3 r4.y, modelView[1], r2
	dp3 r4.z, modelView[2], r2

	dp3 r2.w, r4, r4
	rsq r2.w, r2.w
	mul r2.xyz, r4, r2.w
.end

.proc diffuse
	dp3 r3.x, lightDirection, r2
	; 0 without a constant.
	slt r3.y, r3.x, r3.x
	max r3.x, r3.x, r3.y
.end
