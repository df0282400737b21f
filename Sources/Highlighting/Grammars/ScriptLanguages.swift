// Languages that other programs embed.

extension Grammars {
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

  static let vim = compile {
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
    $0.strings = [Text("'", escape: .doubled), Text("\"")]
    $0.wordEndings = "!"
    $0.capitals = .plain
  }

  static let typst = compile {
    $0.words = [
      (.constant, "true false none auto"),
      (.keyword, "let set show import include if else for while break continue return as in and or not context"),
    ]
    $0.blockComments = [Block("/*", "*/", nests: true)]
    $0.strings = [Text("\""), Text("`", escape: .none, multiline: true), Text("$", escape: .backslash, multiline: true)]
    $0.wordBytes = "-"
    $0.sigils = "@#"
    $0.capitals = .plain
  }
}
