; Registers that cannot be declared so.
.alias a c5-c3 ;~ alias-range
.alias b c5-i3 ;~ alias-range
.alias d c5-c6.xy ;~ alias-range
.alias e o1-o2 as color ;~ alias-range
.alias f o1.yx as color ;~ alias-range
.alias g r1 ;~ alias-of-temporary
.alias h a0 ;~ alias-of-temporary
.alias i_ cc ;~ alias-of-temporary
.alias j o5 ;~ output-without-property
.alias k o5 as colour ;~ output-without-property
.alias l o5 as (1, 2, 3, 4) ;~ output-without-property
.alias m c5 as color ;~ constant-form
.alias n c5 as (1, 2, 3) ;~ constant-form
.alias o c5.xy as (1, 2, 3, 4) ;~ constant-form
.alias p c5-c6 as (1, 2, 3, 4) ;~ constant-form
.alias q i0 as (1, 256, 0, 0) ;~ constant-form
.alias r i0 as (-1, 0, 0, 0) ;~ constant-form
.alias s b0 as 2 ;~ constant-form
.alias t b0 as (1, 0) ;~ constant-form
.alias u v0 as (1, 2, 3, 4) ;~ constant-form
.alias w c1
.alias w c2 ;~ name-taken
.alias main c3 ;~ name-taken
main:
	end
main: ;~ name-taken
