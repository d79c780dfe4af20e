; The text of comments is any: äöü, "quotes", ; another sign // and one more.
.alias opos o0 as position // ünïcode
main: // 日本語
	mov opos, v0 # ; //
	end
