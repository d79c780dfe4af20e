;;; pica200-mode.el --- Shaders of the PICA200 -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A major mode for the assembly language of the PICA200, the GPU of the Nintendo 3DS: colours, indentation, comments,
;; `compile', and the language server picals by Eglot.

;;; Code:

(require 'compile)
(require 'pica200-words)

(defgroup pica200 nil
  "Shaders of the PICA200."
  :group 'languages)

(defcustom pica200-indent-offset 4
  "The columns by which a block is indented, unless tabs indent it."
  :type 'natnum)

(defvar pica200-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?\; "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?$ "_" table)
    (modify-syntax-entry ?. "_" table)
    (modify-syntax-entry ?\\ "." table)
    table)
  "The classes of characters in `pica200-mode'.")

(defun pica200--one-of (words &optional before after)
  "A regular expression for one of WORDS between BEFORE and AFTER."
  (concat (or before "\\_<") (regexp-opt words t) (or after "\\_>")))

(defconst pica200-font-lock-keywords
  `(("^[ \t]*#.*" . font-lock-preprocessor-face)
    ("^\\s-*\\.\\(?:proc\\|macro\\)\\s-+\\([[:alnum:]_$]+\\)" 1 font-lock-function-name-face)
    (,(concat "^\\s-*\\.out\\s-+\\S-+\\s-+" (regexp-opt pica200-properties t) "\\(?:[. \t;]\\|$\\)")
     1 font-lock-constant-face)
    (,(concat "^\\s-*\\.gsh\\s-+" (regexp-opt pica200-geometry-modes t) "\\_>") 1 font-lock-constant-face)
    (,(concat "^\\s-*\\.setb\\s-+\\S-+\\s-+" (regexp-opt pica200-truth-values t) "\\_>") 1 font-lock-constant-face)
    ("\\(?:^\\|[ \t]\\)\\(\\.?[[:alpha:]_$][[:alnum:]_$]*\\):" 1 font-lock-constant-face)
    (,(pica200--one-of (mapcar (lambda (word) (concat "." word)) pica200-directives)) . font-lock-preprocessor-face)
    (,(concat "^\\(?:[^;\"\n]*:\\)?[ \t]*" (regexp-opt pica200-mnemonics t) "\\_>") 1 font-lock-keyword-face)
    (,(pica200--one-of pica200-functions nil "[ \t]*(") 1 font-lock-builtin-face)
    (,(concat ",[ \t]*" (regexp-opt pica200-comparisons t) "[ \t]*,") 1 font-lock-builtin-face)
    (,(concat "\\_<\\(" pica200-register-regexp "\\)\\(?:\\_>\\|\\.\\)") 1 font-lock-variable-name-face)
    ("\\\\\\(?:@\\|()\\|[[:alpha:]_$][[:alnum:]_$]*\\)" . font-lock-variable-name-face))
  "The colours of `pica200-mode'.")

(defconst pica200--opens
  "^[ \t]*\\(?:[^;\" \t]*:[ \t]*\\)*\\(?:\\.\\(?:proc\\|if\\|ifdef\\|ifndef\\|macro\\|rept\\|else\\|elseif\\|elif\\)\\_>\\|\\.constfa[ \t]+[^( \t]\\|\\(?:for\\|ifc\\|ifu\\)[ \t]+[^,;\n]*\\(?:;.*\\)?$\\)"
  "A line after which a block begins.")

(defconst pica200--closes "^[ \t]*\\.\\(?:end\\|endif\\|endm\\|endr\\|else\\|elseif\\|elif\\)\\_>"
  "A line that ends a block or a branch.")

(defun pica200-indent-line ()
  "Indent a line by the block that it belongs to."
  (interactive)
  (let* ((case-fold-search t)
         (step (if indent-tabs-mode tab-width pica200-indent-offset))
         (column
          (save-excursion
            (beginning-of-line)
            (let ((back (if (looking-at pica200--closes) step 0)))
              (if (re-search-backward "^[ \t]*[^ \t\n]" nil t)
                  (progn
                    (beginning-of-line)
                    (max 0 (- (+ (current-indentation) (if (looking-at pica200--opens) step 0)) back)))
                0)))))
    (if (<= (current-column) (current-indentation))
        (indent-line-to column)
      (save-excursion (indent-line-to column)))))

;;;###autoload
(define-derived-mode pica200-mode prog-mode "PICA200"
  "A mode for shaders of the PICA200."
  (setq-local comment-start "; ")
  (setq-local comment-start-skip ";+[ \t]*")
  (setq-local indent-tabs-mode t)
  (setq-local tab-width 4)
  (setq-local indent-line-function #'pica200-indent-line)
  (setq-local font-lock-defaults '(pica200-font-lock-keywords nil t))
  (setq-local imenu-generic-expression
              '(("Macros" "^\\s-*\\.macro\\s-+\\([[:alnum:]_$]+\\)" 1)
                (nil "^\\s-*\\.proc\\s-+\\([[:alnum:]_$]+\\)" 1)))
  (when buffer-file-name
    (setq-local compile-command
                (concat "picald --error-format=short " (shell-quote-argument (file-name-nondirectory buffer-file-name))
                        " -o " (shell-quote-argument (concat (file-name-base buffer-file-name) ".shbin"))))))

;;;###autoload
(dolist (suffix '("\\.pica\\'" "\\.vsh\\'" "\\.gsh\\'"))
  (add-to-list 'auto-mode-alist (cons suffix 'pica200-mode)))

(defun pica200-run-tests (file)
  "Run the tests of FILE, a file for `picarun --test'."
  (interactive "fTest file: ")
  (compile (concat "picarun --error-format=short --test " (shell-quote-argument (expand-file-name file)))))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(pica200-mode . ("picals"))))

(provide 'pica200-mode)
;;; pica200-mode.el ends here
