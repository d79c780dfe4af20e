; Values that constants cannot have.
.alias b c5 as (1, 2, 3, 4, 5) ;~ constant-form
.alias d c5 as 1 ;~ constant-form
.alias f i0 as (1, 2, 3) ;~ constant-form
.alias g i0 as 1 ;~ constant-form
.alias h i0.xy as (1, 2, 3, 4) ;~ constant-form
.alias j i0-i1 as (1, 2, 3, 4) ;~ constant-form
.alias k b0.x as 1 ;~ constant-form
.alias l b0-b1 as 1 ;~ constant-form
.alias m b0 as true ;~ constant-form
.alias n lcnt ;~ alias-of-temporary
.alias o a1 ;~ alias-of-temporary
.alias p v0-c3 ;~ alias-range
.alias q i3-i0 ;~ alias-range
main:
	end
