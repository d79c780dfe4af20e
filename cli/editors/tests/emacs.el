;;; emacs.el --- Tests of the mode  -*- lexical-binding: t; -*-

;;; Commentary:

;; Run by `emacs --batch -L ../emacs -l emacs.el -f ert-run-tests-batch-and-exit', with a source in PICA200_SOURCE.

;;; Code:

(require 'ert)
(require 'pica200-mode)

(defun pica200-tests--face (pattern)
  "The colour of the first match of PATTERN."
  (goto-char (point-min))
  (let ((case-fold-search nil))
    (re-search-forward pattern))
  (get-text-property (match-beginning 1) 'face))

(ert-deftest pica200-colours ()
  (with-temp-buffer
    (insert ".out outPosition position ; comment\n.fvec max\n.proc main\nhere:\tDP4 r0.x, max, v0\n\tcmp r0, eq, lt, r1\n\tend\n.end\n")
    (pica200-mode)
    (font-lock-ensure)
    (dolist (row '(("\\(\\.out\\)" . font-lock-preprocessor-face)
                   ("outPosition \\(position\\)" . font-lock-constant-face)
                   ("; \\(comment\\)" . font-lock-comment-face)
                   (".fvec \\(max\\)" . nil)
                   ("proc \\(main\\)" . font-lock-function-name-face)
                   ("\\(here\\)" . font-lock-constant-face)
                   ("\\(DP4\\)" . font-lock-keyword-face)
                   ("\\(r0\\)\\.x" . font-lock-variable-name-face)
                   ("\\(v0\\)" . font-lock-variable-name-face)
                   ("\\(eq\\)" . font-lock-builtin-face)))
      (should (equal (cons (car row) (pica200-tests--face (car row))) row)))))

(ert-deftest pica200-indentation ()
  (let ((text ".proc main\n\tifc cmp.x\n\t\tmov r0, v0\n\t.elseif b0\n\t\tnop\n\t.else\n\t\tnop\n\t.end\n\tfor i0, last\n\tend\n.end\n.if A\n.endif\n"))
    (with-temp-buffer
      (insert (replace-regexp-in-string "^\t+" "" text))
      (pica200-mode)
      (let ((inhibit-message t))
        (indent-region (point-min) (point-max)))
      (should (equal (buffer-string) text)))))

(ert-deftest pica200-files ()
  (find-file (getenv "PICA200_SOURCE"))
  (should (eq major-mode 'pica200-mode))
  (should (string-match-p "^picald " compile-command))
  (kill-buffer))

(ert-deftest pica200-server ()
  (skip-unless (require 'eglot nil t))
  (should (member "picals" (alist-get 'pica200-mode eglot-server-programs))))

;;; emacs.el ends here
