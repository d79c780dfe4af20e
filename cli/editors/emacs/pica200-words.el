;;; pica200-words.el --- The words of the language of the PICA200 -*- lexical-binding: t; -*-

;;; Commentary:

;; Made from the tables of the language.

;;; Code:

(defconst pica200-mnemonics
  '("add" "dp3" "dp4" "dph" "dst" "ex2" "lg2" "litp" "mul" "sge" "slt" "flr" "max" "min" "rcp" "rsq" "mova" "mov" "dphi" "dsti" "sgei" "slti" "break" "nop" "end" "breakc" "call" "callc" "callu" "ifu" "ifc" "for" "emit" "setemit" "jmpc" "jmpu" "cmp" "madi" "mad" "sub" "abs")
  "Words of the language.")

(defconst pica200-directives
  '("proc" "else" "elseif" "end" "alias" "fvec" "ivec" "bool" "constf" "consti" "constfa" "extern" "setf" "seti" "setb" "in" "out" "entry" "nodvle" "private" "nonop" "local" "global" "gsh" "word" "version" "descriptor" "equ" "set" "assert" "include" "loc" "if" "ifdef" "ifndef" "elif" "endif" "error" "warning" "macro" "endm" "rept" "endr")
  "Words of the language.")

(defconst pica200-properties
  '("position" "pos" "normalquat" "nquat" "color" "clr" "texcoord0" "tcoord0" "texcoord0w" "tcoord0w" "texcoord1" "tcoord1" "texcoord2" "tcoord2" "view" "dummy")
  "Words of the language.")

(defconst pica200-comparisons
  '("eq" "ne" "lt" "le" "gt" "ge")
  "Words of the language.")

(defconst pica200-functions
  '("abs" "ceil" "floor" "round" "max" "min" "sqrt" "pow" "exp2" "log2" "sin" "cos" "tan" "asin" "acos" "atan" "deg" "rad" "defined" "words" "free")
  "Words of the language.")

(defconst pica200-truth-values
  '("true" "false" "on" "off")
  "Words of the language.")

(defconst pica200-geometry-modes
  '("point" "variable" "subdivision" "fixed" "particle")
  "Words of the language.")

(defconst pica200-register-regexp
  "v\\(?:0\\|1\\|2\\|3\\|4\\|5\\|6\\|7\\|8\\|9\\|10\\|11\\|12\\|13\\|14\\|15\\)\\|o\\(?:0\\|1\\|2\\|3\\|4\\|5\\|6\\|7\\|8\\|9\\|10\\|11\\|12\\|13\\|14\\|15\\)\\|r\\(?:0\\|1\\|2\\|3\\|4\\|5\\|6\\|7\\|8\\|9\\|10\\|11\\|12\\|13\\|14\\|15\\)\\|c\\(?:0\\|1\\|2\\|3\\|4\\|5\\|6\\|7\\|8\\|9\\|10\\|11\\|12\\|13\\|14\\|15\\|16\\|17\\|18\\|19\\|20\\|21\\|22\\|23\\|24\\|25\\|26\\|27\\|28\\|29\\|30\\|31\\|32\\|33\\|34\\|35\\|36\\|37\\|38\\|39\\|40\\|41\\|42\\|43\\|44\\|45\\|46\\|47\\|48\\|49\\|50\\|51\\|52\\|53\\|54\\|55\\|56\\|57\\|58\\|59\\|60\\|61\\|62\\|63\\|64\\|65\\|66\\|67\\|68\\|69\\|70\\|71\\|72\\|73\\|74\\|75\\|76\\|77\\|78\\|79\\|80\\|81\\|82\\|83\\|84\\|85\\|86\\|87\\|88\\|89\\|90\\|91\\|92\\|93\\|94\\|95\\)\\|i\\(?:0\\|1\\|2\\|3\\)\\|b\\(?:0\\|1\\|2\\|3\\|4\\|5\\|6\\|7\\|8\\|9\\|10\\|11\\|12\\|13\\|14\\|15\\)\\|a0\\|a1\\|a01\\|a2\\|al\\|lcnt\\|cmp"
  "A register.")

(provide 'pica200-words)
;;; pica200-words.el ends here
