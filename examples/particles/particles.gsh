; Particles, second half: the geometry shader. It makes each point a square that faces the camera.
;
; The program binds it behind the vertex shader, with an input stride of 2: a point is one vertex, and for
; a vertex the vertex shader has two outputs. It draws with GPU_GEOMETRY_PRIM. The two shaders are DVLE 0
; and DVLE 1 of the file, in the order of the command line.

; A geometry shader for points, that is, for primitives of a fixed number of vertices. `c0` is the first
; float uniform that is given out: with parameters, `.gsh` gives the shader registers of its own, apart
; from the vertex shader's. The line stands before all declarations.
.gsh point c0

; Procedures are visible in all files of a link, and the vertex shader has the name `main`. (picald would let each
; shader start at a `main` of its own; other linkers do not.)
.entry drawSquare

; The program has to look these up, and set them, in the geometry shader: the vertex shader knows nothing
; of them.
.fvec projection[4]
; Half of a square's width and height, in view space, in x and y.
.fvec size

; The corners: x and y count in units of `size`, z and w are the texture coordinate.
.constfa corners[4]
.constfa (-1.0, -1.0, 0.0, 0.0) ; bottom left
.constfa (1.0, -1.0, 1.0, 0.0)  ; bottom right
.constfa (-1.0, 1.0, 0.0, 1.0)  ; top left
.constfa (1.0, 1.0, 1.0, 1.0)   ; top right
.end

; What the vertex shader wrote to o0 and o1.
.in inCentre v0
.in inColor v1

.out outPosition position
.out outColor color
.out outTexcoord texcoord0.xy

.alias corner r0
.alias place r1

; Writes all outputs for the corner, and emits them.
;
; All of them, each time: the console has two banks of output registers and changes between them with each
; `emit`. What is not written again is not what was written last, but what was written before that.
.proc emitCorner
	; In view space the camera looks along the z axis, so what lies in the xy plane faces it.
	mul place.xy, size, corner.xy
	add place.xy, place, inCentre
	mov place.z, inCentre
	; No w: `dph` takes 1 for it.
	dph outPosition.x, place, projection[0]
	dph outPosition.y, place, projection[1]
	dph outPosition.z, place, projection[2]
	dph outPosition.w, place, projection[3]

	mov outColor, inColor
	mov outTexcoord.xy, corner.zw

	emit
.end

; The console keeps three vertices, in the slots 0, 1 and 2. `setemit` says into which slot the next
; `emit` goes, and with `prim` that the three slots are then drawn as a triangle.
.proc drawSquare
	setemit 0
	mov corner, corners[0]
	call emitCorner

	setemit 1
	mov corner, corners[1]
	call emitCorner

	; Bottom left, bottom right, top left: counterclockwise.
	setemit 2, prim
	mov corner, corners[2]
	call emitCorner

	; The fourth takes the place of the first: top right, bottom right, top left. That is clockwise; `inv`
	; turns the triangle round, so that both face the same way.
	setemit 0, prim inv
	mov corner, corners[3]
	call emitCorner

	end
.end
