" Shaders of the PICA200. Made from the tables of the language; see README.md beside this folder.
if exists('b:current_syntax') | finish | endif
syntax case ignore
syntax iskeyword @,48-57,_,$
syntax match pica200Mnemonic /\k\@1<!\%(add\|dp3\|dp4\|dph\|dst\|ex2\|lg2\|litp\|mul\|sge\|slt\|flr\|max\|min\|rcp\|rsq\|mova\|mov\|dphi\|dsti\|sgei\|slti\|break\|nop\|end\|breakc\|call\|callc\|callu\|ifu\|ifc\|for\|emit\|setemit\|jmpc\|jmpu\|cmp\|madi\|mad\|sub\|abs\)\k\@!/
syntax match pica200Register /\k\@1<!\%(a0\|a1\|a01\|a2\|al\|lcnt\)\k\@!/
syntax match pica200Register /\k\@1<!\%(v\%(1[0-5]\|[0-9]\)\|o\%(1[0-5]\|[0-9]\)\|r\%(1[0-5]\|[0-9]\)\|c\%(9[0-5]\|[1-8]\=[0-9]\)\|i[0-3]\|b\%(1[0-5]\|[0-9]\)\)\k\@!/
syntax match pica200Register /\k\@1<!\%(cmp\)\ze\.[xy]\k\@!/
syntax match pica200Directive /\k\@1<!\.\%(proc\|else\|elseif\|end\|alias\|fvec\|ivec\|bool\|constf\|consti\|constfa\|extern\|setf\|seti\|setb\|in\|out\|entry\|nodvle\|private\|nonop\|local\|global\|gsh\|word\|version\|descriptor\|equ\|set\|assert\|include\|loc\|if\|ifdef\|ifndef\|elif\|endif\|error\|warning\|macro\|endm\|rept\|endr\)\k\@!/
syntax match pica200Function /\k\@1<!\%(abs\|ceil\|floor\|round\|max\|min\|sqrt\|pow\|exp2\|log2\|sin\|cos\|tan\|asin\|acos\|atan\|deg\|rad\|defined\|words\|free\)\ze\s*(/
syntax match pica200Number /\k\@1<!\%(0x\x*\.\=\x\+\%(p[+-]\=\d\+\)\=\|\%(\d\+\.\=\d*\|\.\d\+\)\%(e[+-]\=\d\+\)\=\|f24\$\x\{6}\)\k\@!/
syntax match pica200Number /\k\@1<!\%(pi\|inf\|infinity\|nan\)\k\@!/
syntax match pica200Constant /\%(\.out\s\+\S\+\s\+\)\@<=\%(position\|pos\|normalquat\|nquat\|color\|clr\|texcoord0\|tcoord0\|texcoord0w\|tcoord0w\|texcoord1\|tcoord1\|texcoord2\|tcoord2\|view\|dummy\)\k\@!/
syntax match pica200Constant /\%(\.gsh\s\+\)\@<=\%(point\|variable\|subdivision\|fixed\|particle\)\k\@!/
syntax match pica200Constant /\%(\.setb\s\+\S\+\s\+\)\@<=\%(true\|false\|on\|off\)\k\@!/
syntax match pica200Constant /\%(setemit\s.*[, ]\)\@<=\%(prim\|primitive\|inv\|invert\)\k\@!/
syntax match pica200Operator /\%(,\s*\)\@<=\%(eq\|ne\|lt\|le\|gt\|ge\)\k\@!/
syntax match pica200Swizzle /[[:alnum:]_$\])]\@1<=\.[abgpqrstwxyz]\{1,4}\k\@!/
syntax match pica200Label /\k\@1<!\h\k*\ze\s*:/
syntax match pica200String /"[^"]*"/
syntax match pica200Marker /^\s*#.*/
syntax match pica200Comment /;.*/
highlight default link pica200Comment Comment
highlight default link pica200Constant Constant
highlight default link pica200Directive PreProc
highlight default link pica200Function Function
highlight default link pica200Label Label
highlight default link pica200Marker Include
highlight default link pica200Mnemonic Statement
highlight default link pica200Number Number
highlight default link pica200Operator Operator
highlight default link pica200Register Identifier
highlight default link pica200String String
highlight default link pica200Swizzle Special
let b:current_syntax = 'pica200'
