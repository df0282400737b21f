// Languages of numerical work.

enum NumericalLanguages {
  static let r = CompiledGrammar {
    $0.words = [
      (.constant, "TRUE FALSE NULL NA NaN Inf NA_integer_ NA_real_ NA_character_ T F pi LETTERS letters"),
      (.keyword, "break else for function if in next repeat return while library require source"),
    ]
    $0.lineComments = ["#"]
    $0.blockComments = []
    $0.strings = [StringForm("\"", multiline: true), StringForm("'", multiline: true), StringForm("`", escape: .none, .property)]
    $0.wordBytes = "."
    $0.capitals = .plain
  }

  static let julia = CompiledGrammar {
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
    $0.blockComments = [BlockComment("#=", "=#", nests: true)]
    $0.strings = [
      StringForm("\"\"\"", interpolation: "$(", variables: true, multiline: true),
      StringForm("\"", interpolation: "$(", variables: true, multiline: true),
      StringForm("'", longest: 12), StringForm("`", interpolation: "$("),
    ]
    $0.stringPrefixes = "rbvL"
    $0.wordEndings = "!"
    $0.hasAtAttributes = true
    $0.hasSymbols = true
  }

  static let matlab = CompiledGrammar {
    $0.words = [
      (.constant, "true false pi inf nan eps"),
      (
        .keyword,
        """
        break case catch classdef continue do else elseif end endfor endfunction endif endwhile enumeration events for function global if
        methods otherwise parfor persistent properties return spmd switch try unwind_protect while
        """
      ),
    ]
    $0.lineComments = ["%", "#"]
    $0.blockComments = [BlockComment("%{", "%}")]
    $0.strings = [StringForm("\"", escape: .doubled), StringForm("'", escape: .none, longest: 200)]
    $0.capitals = .plain
  }

  static let fortran = CompiledGrammar {
    $0.words = [
      (.constant, ".true. .false."), (.type, "character complex double integer logical precision real type class"),
      (
        .keyword,
        """
        allocatable allocate associate block call case close common contains continue cycle data deallocate default dimension do elemental
        else elseif end enddo endif exit extends external final forall format function go goto if implicit import in inout inquire
        intent interface intrinsic kind len module namelist none nullify only open operator optional out parameter pointer print private
        procedure program public pure read recursive result return save select sequence stop subroutine target then to use value where
        while write
        """
      ),
    ]
    $0.ignoresCase = true
    $0.declarations = [(.function, "function subroutine program module")]
    $0.lineComments = ["!"]
    $0.blockComments = []
    $0.strings = [StringForm("\"", escape: .doubled), StringForm("'", escape: .doubled)]
    $0.capitals = .plain
  }
}
