// Languages that other programs embed.

enum ScriptLanguages {
  static let python = CompiledGrammar {
    $0.words = [
      (.constant, "True False None NotImplemented Ellipsis __name__ __file__ __doc__"), (.builtin, "self cls"),
      (
        .keyword,
        """
        and as assert async await break class continue def del elif else except finally for from global if import in is lambda
        match case nonlocal not or pass raise return try while with yield type
        """
      ),
      (
        .builtin,
        """
        abs all any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod
        enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass
        iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set
        setattr slice sorted staticmethod str sum super tuple vars zip __import__
        """
      ),
    ]
    $0.declarations = [(.function, "def"), (.type, "class")]
    $0.lineComments = ["#"]
    $0.blockComments = []
    $0.stringPrefixes = "rRbBuUfFtT"
    $0.strings = ["\"\"\"", "'''", "\"", "'"].map {
      StringForm($0, interpolation: "{", multiline: $0.utf8.count == 3, interpolatingPrefixes: "fFtT")
    }
    $0.hasAtAttributes = true
  }

  static let ruby = CompiledGrammar {
    $0.words = [
      (.constant, "true false nil __FILE__ __LINE__ __method__"), (.builtin, "self super"),
      (
        .keyword,
        """
        alias and begin BEGIN break case class def defined? do else elsif end END ensure for if in module next not or redo rescue retry
        return then undef unless until when while yield
        """
      ),
      (
        .builtin,
        """
        attr_accessor attr_reader attr_writer extend include lambda loop p prepend print printf private proc protected public puts raise
        require require_relative
        """
      ),
    ]
    $0.declarations = [(.function, "def"), (.type, "class module")]
    $0.lineComments = ["#"]
    $0.blockComments = [BlockComment("=begin", "=end")]
    $0.strings = [
      StringForm("\"", interpolation: "#{", multiline: true), StringForm("'", multiline: true), StringForm("`", interpolation: "#{"),
      StringForm("%w[", "]", escape: .none, multiline: true), StringForm("%i[", "]", escape: .none, multiline: true),
      StringForm("%q(", ")", escape: .none, multiline: true), StringForm("%Q(", ")", interpolation: "#{", multiline: true),
      StringForm("%(", ")", interpolation: "#{", multiline: true),
    ]
    $0.wordEndings = "?!"
    $0.sigils = "@$"
    $0.hasKeys = true
    $0.hasRegexes = true
    $0.hasSymbols = true
    $0.heredocs = .ruby
  }

  static let lua = CompiledGrammar {
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
    $0.strings = [StringForm("\""), StringForm("'")]
    $0.capitals = .constants
    $0.hasLongBrackets = true
  }

  static let perl = CompiledGrammar {
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
    $0.blockComments = [BlockComment("=pod", "=cut"), BlockComment("=head", "=cut")]
    $0.strings = [StringForm("\"", variables: true, multiline: true), StringForm("'", multiline: true), StringForm("`")]
    $0.sigils = "$@%"
    $0.capitals = .types
    $0.hasRegexes = true
    $0.heredocs = .ruby
  }

  static let vim = CompiledGrammar {
    $0.words = [
      (
        .keyword,
        """
        abort augroup autocmd break call catch colorscheme command continue def echo echom else elseif end enddef endfor endfunction endif
        endtry endwhile execute export finally for func function highlight if import in inoremap let map nmap nnoremap noremap return set
        setlocal source syntax throw try unlet vmap vnoremap while
        """
      )
    ]
    $0.lineComments = ["\" ", "#"]
    $0.blockComments = []
    $0.strings = [StringForm("'", escape: .doubled), StringForm("\"")]
    $0.wordEndings = "!"
    $0.capitals = .plain
  }

  static let typst = CompiledGrammar {
    $0.words = [
      (.constant, "true false none auto"),
      (.keyword, "let set show import include if else for while break continue return as in and or not context"),
    ]
    $0.blockComments = [BlockComment("/*", "*/", nests: true)]
    $0.strings = [StringForm("\""), StringForm("`", escape: .none, multiline: true), StringForm("$", escape: .backslash, multiline: true)]
    $0.wordBytes = "-"
    $0.sigils = "@#"
    $0.capitals = .plain
  }
}
