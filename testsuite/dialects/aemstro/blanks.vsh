; Blanks in names, tabs, comments behind everything, and labels in any column.
	.uniform c0 , c3 , my   table ; four
	.uniform i0,i0,n
	.const	c8,	1,	0.5,	.25,	-1
  .out o0,result.position,0xF;all
	.vsh	main,	done;the entry
    main: ; here
	mov r0, c8 (0);no blank
	add r0,c0,r0 (0)
	mov o0, r0 (0)
	end
  done:
  .opdesc xyzw,xyzw,xyzw,xyzw;one
