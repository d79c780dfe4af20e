; Each component of an output has one property.
.alias a o0.xy as texcoord0
.alias b o0 as color ;~ property-overlap
.alias c_ o0.zw as texcoord1
main:
	end
