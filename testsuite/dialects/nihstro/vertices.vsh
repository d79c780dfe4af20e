; Vertices that do not exist. 3 passes nihstro, but no console has it.
main:
	setemitraw 3 ;~ vertex-number
	setemitraw 5 ;~ vertex-number
	setemitraw -1 ;~ vertex-number
	setemitraw 1.5 ;~ vertex-number
	end
