; float4x4, a register for each column
.fvec WorldViewProjection[4]
; float4x4, a register for each column
.fvec World[4]
; float3
.fvec LightDirection
; float3
.fvec LightColour
; float3
.fvec AmbientColour
.constf literals(0.0, 1.0, 0.0, 0.0)

.in position v0
.in normal v1
.in color v2
.in texcoord0 v3
.out out_position position
.out out_color color
.out out_texcoord0 texcoord0.xy

.proc main
	; 14: mov r2.xyz, v1.xyzx
	; 15: mov r3.xyzw, v0.xyzw
	; 16: mov r4.xyz, cb1[2].xyzx
	; 17: mov r5.xyz, cb1[1].xyzx
	; 18: mov r6.xyz, cb1[0].xyzx
	; 19: mov r0.z, l(0)
	; 20: mov r7.xyzw, cb0[4].xyzw
	; 21: mov r0.z, l(4)
	; 22: mov r8.xyzw, cb0[5].xyzw
	; 23: mov r0.z, l(8)
	; 24: mov r9.xyzw, cb0[6].xyzw
	; 25: mov r0.z, l(0)
	; 26: mov r10.xyzw, cb0[0].xyzw
	; 27: mov r0.z, l(4)
	; 28: mov r11.xyzw, cb0[1].xyzw
	; 29: mov r0.z, l(8)
	; 30: mov r12.xyzw, cb0[2].xyzw
	; 31: mov r0.z, l(12)
	; 32: mov r13.xyzw, cb0[3].xyzw
	; 33: mov r0.z, r3.xxxx
	; 34: mov r0.w, r3.xxxy
	; 35: mov r2.w, r3.xxxz
	; 36: mov r3.x, r3.wxxx
	; 37: mov r3.y, r10.xxxx
	; 38: mul r3.y, r0.zzzz, r3.yyyy
	; 39: mov r3.z, r10.xxyx
	; 40: mul r3.z, r0.wwww, r3.zzzz
	; 41: add r3.y, r3.yyyy, r3.zzzz
	; 42: mov r3.z, r10.xxzx
	; 43: mul r3.z, r2.wwww, r3.zzzz
	; 44: add r3.y, r3.yyyy, r3.zzzz
	; 45: mov r3.z, r10.xxwx
	; 46: mul r3.z, r3.xxxx, r3.zzzz
	; 47: add r3.y, r3.yyyy, r3.zzzz
	dp4 out_position.x, WorldViewProjection[0], position
	; 48: mov r3.z, r11.xxxx
	; 49: mul r3.z, r0.zzzz, r3.zzzz
	; 50: mov r3.w, r11.xxxy
	; 51: mul r3.w, r0.wwww, r3.wwww
	; 52: add r3.z, r3.zzzz, r3.wwww
	; 53: mov r3.w, r11.xxxz
	; 54: mul r3.w, r2.wwww, r3.wwww
	; 55: add r3.z, r3.zzzz, r3.wwww
	; 56: mov r3.w, r11.xxxw
	; 57: mul r3.w, r3.xxxx, r3.wwww
	; 58: add r3.z, r3.zzzz, r3.wwww
	dp4 out_position.y, WorldViewProjection[1], position
	; 59: mov r3.w, r12.xxxx
	; 60: mul r3.w, r0.zzzz, r3.wwww
	; 61: mov r4.w, r12.xxxy
	; 62: mul r4.w, r0.wwww, r4.wwww
	; 63: add r3.w, r3.wwww, r4.wwww
	; 64: mov r4.w, r12.xxxz
	; 65: mul r4.w, r2.wwww, r4.wwww
	; 66: add r3.w, r3.wwww, r4.wwww
	; 67: mov r4.w, r12.xxxw
	; 68: mul r4.w, r3.xxxx, r4.wwww
	; 69: add r3.w, r3.wwww, r4.wwww
	dp4 out_position.z, WorldViewProjection[2], position
	; 70: mov r4.w, r13.xxxx
	; 71: mul r0.z, r0.zzzz, r4.wwww
	; 72: mov r4.w, r13.xxxy
	; 73: mul r0.w, r0.wwww, r4.wwww
	; 74: add r0.z, r0.zzzz, r0.wwww
	; 75: mov r0.w, r13.xxxz
	; 76: mul r0.w, r2.wwww, r0.wwww
	; 77: add r0.z, r0.zzzz, r0.wwww
	; 78: mov r0.w, r13.xxxw
	; 79: mul r0.w, r3.xxxx, r0.wwww
	; 80: add r0.z, r0.zzzz, r0.wwww
	dp4 out_position.w, WorldViewProjection[3], position
	; 81: mov r0.w, l(0)
	; 82: mov r10.x, r3.yyyy
	; 83: mov r0.w, l(1)
	; 84: mov r10.y, r3.zzzz
	; 85: mov r0.w, l(2)
	; 86: mov r10.z, r3.wwww
	; 87: mov r0.w, l(3)
	; 88: mov r10.w, r0.zzzz
	; 89: mov r3.xyzw, r10.xyzw
	; 90: mov r0.z, r7.xxxx
	; 91: mov r0.w, r8.xxxx
	; 92: mov r2.w, r9.xxxx
	; 93: mov r4.w, r7.xxxy
	; 94: mov r5.w, r8.xxxy
	; 95: mov r6.w, r9.xxxy
	; 96: mov r7.x, r7.zxxx
	; 97: mov r7.y, r8.xzxx
	; 98: mov r7.z, r9.xxzx
	; 99: mov r7.w, r2.xxxx
	; 100: mov r8.x, r2.yxxx
	; 101: mov r2.x, r2.zxxx
	; 102: mul r0.z, r7.wwww, r0.zzzz
	; 103: mul r2.y, r8.xxxx, r4.wwww
	; 104: add r0.z, r0.zzzz, r2.yyyy
	; 105: mul r2.y, r2.xxxx, r7.xxxx
	; 106: add r0.z, r0.zzzz, r2.yyyy
	dp3 r0.x, World[0], normal
	; 107: mul r0.w, r7.wwww, r0.wwww
	; 108: mul r2.y, r8.xxxx, r5.wwww
	; 109: add r0.w, r0.wwww, r2.yyyy
	; 110: mul r2.y, r2.xxxx, r7.yyyy
	; 111: add r0.w, r0.wwww, r2.yyyy
	dp3 r0.y, World[1], normal
	; 112: mul r2.y, r7.wwww, r2.wwww
	; 113: mul r2.z, r8.xxxx, r6.wwww
	; 114: add r2.y, r2.yyyy, r2.zzzz
	; 115: mul r2.x, r2.xxxx, r7.zzzz
	; 116: add r2.x, r2.yyyy, r2.xxxx
	dp3 r0.z, World[2], normal
	; 117: mov r2.y, l(0)
	; 118: mov r2.y, r0.zzzz
	; 119: mov r0.z, l(1)
	; 120: mov r2.z, r0.wwww
	; 121: mov r0.z, l(2)
	; 122: mov r2.w, r2.xxxx
	; 123: mov r2.xyz, r2.yzwx
	; 124: dp3 r0.z, r2.xyzx, r2.xyzx
	dp3 r0.w, r0, r0
	; 125: rsq r0.z, r0.zzzz
	rsq r0.w, r0.w
	; 126: mov r7.xyz, r0.zzzx
	; 127: mul r2.xyz, r7.xyzx, r2.xyzx
	mul r0.xyz, r0.w, r0
	; 128: dp3 r0.z, r2.xyzx, r6.xyzx
	dp3 r0.x, LightDirection, r0
	; 129: mov r0.z, -r0.zzzz
	; 130: mov_sat r0.z, r0.zzzz
	max r0.x, literals.x, -r0.x
	min r0.x, literals.y, r0.x
	mov r0.yzw, LightColour.xxyz
	; 131: mov r2.xyz, r0.zzzx
	; 132: mul r2.xyz, r5.xyzx, r2.xyzx
	; 133: add r2.xyz, r4.xyzx, r2.xyzx
	mad r0.xyz, r0.x, r0.yzw, AmbientColour
	; 134: mov r4.xyz, r1.xyzx
	; 135: mul r2.xyz, r4.xyzx, r2.xyzx
	mul out_color.xyz, r0, color
	; 13: mov r1.xyzw, v2.xyzw
	mov out_color.w, color.w
	; 12: mov r0.xy, v3.xyxx
	mov out_texcoord0.xy, texcoord0
	; 136: mov r0.z, r1.xxwx
	; 137: mov r0.w, r2.xxxx
	; 138: mov r1.x, l(0)
	; 139: mov r1.x, r0.wwww
	; 140: mov r0.w, r2.xxxy
	; 141: mov r2.w, l(1)
	; 142: mov r1.y, r0.wwww
	; 143: mov r0.w, r2.xxxz
	; 144: mov r2.x, l(2)
	; 145: mov r1.z, r0.wwww
	; 146: mov r0.w, l(3)
	; 147: mov r1.w, r0.zzzz
	; 148: mov r1.xyzw, r1.xyzw
	; 149: mov o0.xyzw, r3.xyzw
	; 150: mov o1.xyzw, r1.xyzw
	; 151: mov o2.xy, r0.xyxx
	; 152: ret
	end
.end
