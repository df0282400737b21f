// Shells, queries, data, and functional languages.

extension Grammars {
  static let sql = compile {
    $0.words = [
      (.constant, "true false null unknown"),
      (
        .keyword,
        """
        add all alter analyze and any as asc auto_increment autoincrement begin between both by cascade case cast check collate column
        commit conflict constraint create cross cube current_date current_time current_timestamp current_user cursor database declare
        default deferrable delete desc describe distinct do drop each else elsif end escape except exception execute exists explain
        extension fetch filter first following for foreign from full function generated grant group grouping having if ignore ilike in
        index inherits inner insert intersect interval into is join key last lateral leading left like limit local lock loop
        materialized merge natural next no not nothing nulls of offset on only or order outer over partition perform plan pragma
        preceding primary procedure range recursive references refresh rename replace restrict return returning returns revoke right
        role rollback rollup row rows schema select sequence serial set show similar some start table tablesample temp temporary then
        to trailing transaction trigger truncate unbounded union unique unlogged update use user using vacuum values view virtual when
        where while window with within without
        """
      ),
      (
        .type,
        """
        bigint binary bit blob bool boolean bytea char character clob date datetime dec decimal double enum float int integer json jsonb
        money nchar number numeric nvarchar precision real smallint text time timestamp timestamptz tinyint uuid varbinary varchar
        varying xml year zone
        """
      ),
      (.builtin, "avg coalesce concat count dense_rank lag lead lower max min now nullif rank row_number sum upper"),
    ]
    $0.ignoresCase = true
    $0.lineComments = ["--", "#"]
    $0.strings = [
      Text("$$", escape: .none, multiline: true), Text("'", escape: .doubled, multiline: true), Text("\"", escape: .doubled, .property),
      Text("`", escape: .none, .property),
    ]
    $0.sigils = "@"
    $0.capitals = .plain
  }

  static let shell = compile {
    $0.words = [
      (.constant, "true false"),
      (.keyword, "case do done elif else esac fi for function if in select then time until while break continue return [[ ]]"),
      (
        .builtin,
        """
        alias bg bind cd command declare dirs echo enable eval exec exit export fg getopts hash help history jobs kill let local logout
        popd printf pushd pwd read readonly set shift shopt source sudo test times trap type typeset ulimit umask unalias unset wait
        """
      ),
    ]
    $0.lineComments = ["#"]
    $0.blockComments = []
    $0.strings = [
      Text("$'", "'", multiline: true), Text("\"", interpolation: "$(", variables: true, multiline: true),
      Text("'", escape: .none, multiline: true),
    ]
    $0.wordBytes = "-./+:%~@,"
    $0.sigils = "$"
    $0.capitals = .plain
    $0.callsHaveParentheses = false
    $0.hasCommands = true
    $0.heredocs = .shell
  }

  /// Lines of a recipe: a shell's, with Make's variables, which look like commands.
  static let recipe = shell

  /// Right of a sign in a Makefile.
  static let makeValues = compile {
    $0.lineComments = ["#"]
    $0.blockComments = []
    $0.strings = [Text("$(", ")", escape: .none, .variable), Text("${", "}", escape: .none, .variable)]
    $0.sigils = "$"
    $0.capitals = .plain
    $0.callsHaveParentheses = false
  }

  static let dockerArguments = compile {
    $0.words = [(.keyword, "as AS")]
    $0.lineComments = []
    $0.blockComments = []
    $0.strings = [Text("\"", variables: true), Text("'", escape: .none), Text("${", "}", escape: .none, .variable)]
    $0.wordBytes = "-./:"
    $0.sigils = "$"
    $0.capitals = .plain
    $0.callsHaveParentheses = false
  }

  /// Right of a sign in INI and TOML.
  static let settingValues = compile {
    $0.words = [(.constant, "true false null yes no on off inf nan")]
    $0.lineComments = ["#", ";"]
    $0.blockComments = []
    $0.strings = [Text("\""), Text("'", escape: .none)]
    $0.wordBytes = "-:"
    $0.ignoresCase = true
    $0.capitals = .plain
    $0.callsHaveParentheses = false
  }

  static let powerShell = compile {
    $0.words = [
      (
        .keyword,
        """
        begin break catch class continue data do dynamicparam else elseif end enum exit filter finally for foreach from function if in param
        process return switch throw trap try until using while
        """
      )
    ]
    $0.declarations = [(.function, "function filter")]
    $0.lineComments = ["#"]
    $0.blockComments = [Block("<#", "#>")]
    $0.strings = [
      Text("@\"", "\"@", escape: .none, interpolation: "$(", variables: true, multiline: true),
      Text("@'", "'@", escape: .none, multiline: true),
      Text("\"", escape: .none, interpolation: "$(", variables: true, multiline: true), Text("'", escape: .doubled, multiline: true),
    ]
    $0.wordBytes = "-"
    $0.sigils = "$"
    $0.ignoresCase = true
    $0.capitals = .plain
  }

  static let json = compile {
    $0.words = [(.constant, "true false null NaN Infinity undefined")]
    $0.strings = [Text("\""), Text("'")]
    $0.capitals = .plain
    $0.callsHaveParentheses = false
    $0.hasKeys = true
  }

  static let haskell = compile {
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
    $0.blockComments = [Block("{-#", "#-}", .attribute), Block("{-", "-}", nests: true)]
    $0.strings = [Text("\""), Text("'", longest: 12)]
    $0.wordBytes = "'"
    $0.callsHaveParentheses = false
  }

  static let lua = compile {
    $0.words = [
      (.constant, "true false nil _G _VERSION"), (.builtin, "self"),
      (.keyword, "and break do else elseif end for function goto if in local not or repeat return then until while"),
      (
        .builtin,
        """
        assert collectgarbage dofile error getmetatable ipairs load loadfile next pairs pcall print rawequal rawget rawlen rawset require
        select setmetatable tonumber tostring type xpcall coroutine debug io math os package string table utf8
        """
      ),
    ]
    $0.declarations = [(.function, "function")]
    $0.lineComments = ["--"]
    $0.blockComments = []
    $0.strings = [Text("\""), Text("'")]
    $0.capitals = .constants
    $0.hasLongBrackets = true
  }

  static let r = compile {
    $0.words = [
      (.constant, "TRUE FALSE NULL NA NaN Inf NA_integer_ NA_real_ NA_character_ T F pi LETTERS letters"),
      (.keyword, "break else for function if in next repeat return while library require source"),
    ]
    $0.lineComments = ["#"]
    $0.blockComments = []
    $0.strings = [Text("\"", multiline: true), Text("'", multiline: true), Text("`", escape: .none, .property)]
    $0.wordBytes = "."
    $0.capitals = .plain
  }

  static let julia = compile {
    $0.words = [
      (.constant, "true false nothing missing Inf NaN pi im"),
      (
        .keyword,
        """
        abstract baremodule begin break catch const continue do else elseif end export finally for function global if import in isa let
        local macro module mutable outer primitive public quote return struct try type using where while
        """
      ),
    ]
    $0.declarations = [(.function, "function macro"), (.type, "struct module type")]
    $0.lineComments = ["#"]
    $0.blockComments = [Block("#=", "=#", nests: true)]
    $0.strings = [
      Text("\"\"\"", interpolation: "$(", variables: true, multiline: true),
      Text("\"", interpolation: "$(", variables: true, multiline: true),
      Text("'", longest: 12), Text("`", interpolation: "$("),
    ]
    $0.stringPrefixes = "rbvL"
    $0.wordEndings = "!"
    $0.hasAtAttributes = true
    $0.hasSymbols = true
  }

  static let elixir = compile {
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
      Text("\"\"\"", interpolation: "#{", multiline: true), Text("\"", interpolation: "#{", multiline: true),
      Text("'", interpolation: "#{"),
    ]
    $0.wordEndings = "?!"
    $0.hasAtAttributes = true
    $0.hasSymbols = true
    $0.hasKeys = true
  }

  static let ocaml = compile {
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
    $0.blockComments = [Block("(*", "*)", nests: true)]
    $0.strings = [Text("\"\"\"", multiline: true), Text("\"", multiline: true), Text("'", longest: 8)]
    $0.wordBytes = "'"
    $0.callsHaveParentheses = false
  }

  static let lisp = compile {
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
    $0.blockComments = [Block("#|", "|#", nests: true)]
    $0.strings = [Text("\"", multiline: true)]
    $0.wordBytes = "-*+!?<>=/"
    $0.capitals = .plain
    $0.callsHaveParentheses = false
    $0.hasSymbols = true
  }

  static let perl = compile {
    $0.words = [
      (
        .keyword,
        """
        and bless cmp die do each else elsif eq eval for foreach ge given goto gt if isa keys last le local lt my ne next no not or our
        package print printf redo require return say shift sub undef unless until use values wantarray warn when while x xor
        """
      )
    ]
    $0.declarations = [(.function, "sub"), (.type, "package")]
    $0.lineComments = ["#"]
    $0.blockComments = [Block("=pod", "=cut"), Block("=head", "=cut")]
    $0.strings = [Text("\"", variables: true, multiline: true), Text("'", multiline: true), Text("`")]
    $0.sigils = "$@%"
    $0.capitals = .types
    $0.hasRegexes = true
    $0.heredocs = .ruby
  }
}
