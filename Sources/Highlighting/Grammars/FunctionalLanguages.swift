// Functional languages.

enum FunctionalLanguages {
  static let haskell = CompiledGrammar {
    $0.words = [
      (.constant, "True False Nothing Just Left Right LT EQ GT"),
      (
        .keyword,
        """
        as case class data default deriving do else family forall foreign hiding if import in infix infixl infixr instance let mdo module
        newtype of pattern proc qualified rec then type where
        """
      ),
    ]
    $0.lineComments = ["--"]
    $0.blockComments = [BlockComment("{-#", "#-}", .attribute), BlockComment("{-", "-}", nests: true)]
    $0.strings = [StringForm("\""), StringForm("'", longest: 12)]
    $0.wordBytes = "'"
    $0.callsHaveParentheses = false
  }

  static let elixir = CompiledGrammar {
    $0.words = [
      (.constant, "true false nil"), (.builtin, "__MODULE__ __ENV__"),
      (
        .keyword,
        """
        after alias and case catch cond def defdelegate defexception defguard defimpl defmacro defmacrop defmodule defp defprotocol
        defstruct do else end fn for if import in not or quote raise receive require rescue super throw try unless unquote use when with
        """
      ),
    ]
    $0.declarations = [(.function, "def defp defmacro"), (.type, "defmodule defprotocol defimpl")]
    $0.lineComments = ["#"]
    $0.blockComments = []
    $0.strings = [
      StringForm("\"\"\"", interpolation: "#{", multiline: true), StringForm("\"", interpolation: "#{", multiline: true),
      StringForm("'", interpolation: "#{"),
    ]
    $0.wordEndings = "?!"
    $0.hasAtAttributes = true
    $0.hasSymbols = true
    $0.hasKeys = true
  }

  static let ocaml = CompiledGrammar {
    $0.words = [
      (.constant, "true false None Some Ok Error"),
      (.type, "int float bool string char unit list array option ref bytes exn"),
      (
        .keyword,
        """
        and as assert async begin class constraint do done downto else end exception external for fun function functor if in include
        inherit initializer interface lazy let match member method module mutable namespace new nonrec object of open or override private
        rec return sig static struct then to try type use val virtual when while with yield
        """
      ),
    ]
    $0.lineComments = ["//"]
    $0.blockComments = [BlockComment("(*", "*)", nests: true)]
    $0.strings = [StringForm("\"\"\"", multiline: true), StringForm("\"", multiline: true), StringForm("'", longest: 8)]
    $0.wordBytes = "'"
    $0.callsHaveParentheses = false
  }

  static let lisp = CompiledGrammar {
    $0.words = [
      (.constant, "nil t true false"),
      (
        .keyword,
        """
        and begin case catch cond def defclass defconst defn defn- defmacro defmethod defmulti defpackage defparameter defprotocol defrecord
        defstruct defun defvar define define-syntax delay do dolist dotimes else fn for if import in-package lambda let let* letrec loop
        ns or progn quote recur require set! setf setq throw try unless use when when-let while
        """
      ),
    ]
    $0.declarations = [(.function, "defn defn- defun defmacro define defmethod"), (.variable, "def defvar defparameter defconst")]
    $0.lineComments = [";"]
    $0.blockComments = [BlockComment("#|", "|#", nests: true)]
    $0.strings = [StringForm("\"", multiline: true)]
    $0.wordBytes = "-*+!?<>=/"
    $0.capitals = .plain
    $0.callsHaveParentheses = false
    $0.hasSymbols = true
  }
}
