vs_4_0
dcl_constantbuffer cb0[8], immediateIndexed
dcl_constantbuffer cb1[3], immediateIndexed
dcl_input v0.xyzw
dcl_input v1.xyz
dcl_input v2.xyzw
dcl_input v3.xy
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_output o2.xy
dcl_temps 14
mov r0.xy, v3.xyxx
mov r1.xyzw, v2.xyzw
mov r2.xyz, v1.xyzx
mov r3.xyzw, v0.xyzw
mov r4.xyz, cb1[2].xyzx
mov r5.xyz, cb1[1].xyzx
mov r6.xyz, cb1[0].xyzx
mov r0.z, l(0)
mov r7.xyzw, cb0[4].xyzw
mov r0.z, l(4)
mov r8.xyzw, cb0[5].xyzw
mov r0.z, l(8)
mov r9.xyzw, cb0[6].xyzw
mov r0.z, l(0)
mov r10.xyzw, cb0[0].xyzw
mov r0.z, l(4)
mov r11.xyzw, cb0[1].xyzw
mov r0.z, l(8)
mov r12.xyzw, cb0[2].xyzw
mov r0.z, l(12)
mov r13.xyzw, cb0[3].xyzw
mov r0.z, r3.xxxx
mov r0.w, r3.xxxy
mov r2.w, r3.xxxz
mov r3.x, r3.wxxx
mov r3.y, r10.xxxx
mul r3.y, r0.zzzz, r3.yyyy
mov r3.z, r10.xxyx
mul r3.z, r0.wwww, r3.zzzz
add r3.y, r3.yyyy, r3.zzzz
mov r3.z, r10.xxzx
mul r3.z, r2.wwww, r3.zzzz
add r3.y, r3.yyyy, r3.zzzz
mov r3.z, r10.xxwx
mul r3.z, r3.xxxx, r3.zzzz
add r3.y, r3.yyyy, r3.zzzz
mov r3.z, r11.xxxx
mul r3.z, r0.zzzz, r3.zzzz
mov r3.w, r11.xxxy
mul r3.w, r0.wwww, r3.wwww
add r3.z, r3.zzzz, r3.wwww
mov r3.w, r11.xxxz
mul r3.w, r2.wwww, r3.wwww
add r3.z, r3.zzzz, r3.wwww
mov r3.w, r11.xxxw
mul r3.w, r3.xxxx, r3.wwww
add r3.z, r3.zzzz, r3.wwww
mov r3.w, r12.xxxx
mul r3.w, r0.zzzz, r3.wwww
mov r4.w, r12.xxxy
mul r4.w, r0.wwww, r4.wwww
add r3.w, r3.wwww, r4.wwww
mov r4.w, r12.xxxz
mul r4.w, r2.wwww, r4.wwww
add r3.w, r3.wwww, r4.wwww
mov r4.w, r12.xxxw
mul r4.w, r3.xxxx, r4.wwww
add r3.w, r3.wwww, r4.wwww
mov r4.w, r13.xxxx
mul r0.z, r0.zzzz, r4.wwww
mov r4.w, r13.xxxy
mul r0.w, r0.wwww, r4.wwww
add r0.z, r0.zzzz, r0.wwww
mov r0.w, r13.xxxz
mul r0.w, r2.wwww, r0.wwww
add r0.z, r0.zzzz, r0.wwww
mov r0.w, r13.xxxw
mul r0.w, r3.xxxx, r0.wwww
add r0.z, r0.zzzz, r0.wwww
mov r0.w, l(0)
mov r10.x, r3.yyyy
mov r0.w, l(1)
mov r10.y, r3.zzzz
mov r0.w, l(2)
mov r10.z, r3.wwww
mov r0.w, l(3)
mov r10.w, r0.zzzz
mov r3.xyzw, r10.xyzw
mov r0.z, r7.xxxx
mov r0.w, r8.xxxx
mov r2.w, r9.xxxx
mov r4.w, r7.xxxy
mov r5.w, r8.xxxy
mov r6.w, r9.xxxy
mov r7.x, r7.zxxx
mov r7.y, r8.xzxx
mov r7.z, r9.xxzx
mov r7.w, r2.xxxx
mov r8.x, r2.yxxx
mov r2.x, r2.zxxx
mul r0.z, r7.wwww, r0.zzzz
mul r2.y, r8.xxxx, r4.wwww
add r0.z, r0.zzzz, r2.yyyy
mul r2.y, r2.xxxx, r7.xxxx
add r0.z, r0.zzzz, r2.yyyy
mul r0.w, r7.wwww, r0.wwww
mul r2.y, r8.xxxx, r5.wwww
add r0.w, r0.wwww, r2.yyyy
mul r2.y, r2.xxxx, r7.yyyy
add r0.w, r0.wwww, r2.yyyy
mul r2.y, r7.wwww, r2.wwww
mul r2.z, r8.xxxx, r6.wwww
add r2.y, r2.yyyy, r2.zzzz
mul r2.x, r2.xxxx, r7.zzzz
add r2.x, r2.yyyy, r2.xxxx
mov r2.y, l(0)
mov r2.y, r0.zzzz
mov r0.z, l(1)
mov r2.z, r0.wwww
mov r0.z, l(2)
mov r2.w, r2.xxxx
mov r2.xyz, r2.yzwx
dp3 r0.z, r2.xyzx, r2.xyzx
rsq r0.z, r0.zzzz
mov r7.xyz, r0.zzzx
mul r2.xyz, r7.xyzx, r2.xyzx
dp3 r0.z, r2.xyzx, r6.xyzx
mov r0.z, -r0.zzzz
mov_sat r0.z, r0.zzzz
mov r2.xyz, r0.zzzx
mul r2.xyz, r5.xyzx, r2.xyzx
add r2.xyz, r4.xyzx, r2.xyzx
mov r4.xyz, r1.xyzx
mul r2.xyz, r4.xyzx, r2.xyzx
mov r0.z, r1.xxwx
mov r0.w, r2.xxxx
mov r1.x, l(0)
mov r1.x, r0.wwww
mov r0.w, r2.xxxy
mov r2.w, l(1)
mov r1.y, r0.wwww
mov r0.w, r2.xxxz
mov r2.x, l(2)
mov r1.z, r0.wwww
mov r0.w, l(3)
mov r1.w, r0.zzzz
mov r1.xyzw, r1.xyzw
mov o0.xyzw, r3.xyzw
mov o1.xyzw, r1.xyzw
mov o2.xy, r0.xyxx
ret 
