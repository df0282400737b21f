// Languages of web pages and servers.

enum WebLanguages {
  private static let scriptWords: [(TokenClass, String)] = [
    (.constant, "true false null undefined NaN Infinity"),
    (.builtin, "this super arguments globalThis window document console require module exports process"),
    (
      .keyword,
      """
      async await break case catch class const continue debugger default delete do else export extends finally for from function get
      if import in instanceof let new of return set static switch throw try typeof var void while with yield as
      """
    ),
  ]

  private static let typeWords: [(TokenClass, String)] = [
    (
      .keyword,
      """
      abstract accessor asserts declare enum implements infer interface is keyof namespace override private protected public readonly
      satisfies type unique
      """
    ),
    (.type, "any bigint boolean never number object string symbol unknown"),
  ]

  private static func script(_ grammar: inout Grammar) {
    grammar.words = scriptWords
    grammar.declarations = [(.function, "function"), (.type, "class interface enum type namespace")]
    grammar.wordBytes = "$"
    grammar.strings = [StringForm("\""), StringForm("'"), StringForm("`", interpolation: "${", multiline: true)]
    grammar.hasAtAttributes = true
    grammar.hasKeys = true
    grammar.hasRegexes = true
  }

  static let javaScript = CompiledGrammar {
    script(&$0)
    $0.hasTags = true
  }

  static let typeScript = CompiledGrammar {
    script(&$0)
    $0.words += typeWords
  }

  static let typeScriptTags = CompiledGrammar {
    script(&$0)
    $0.words += typeWords
    $0.hasTags = true
  }

  static let php = CompiledGrammar {
    $0.words = [
      (.constant, "true false null TRUE FALSE NULL __CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__"),
      (.builtin, "self parent static"), (.type, "array bool callable float int iterable mixed never object string void"),
      (
        .keyword,
        """
        abstract and as break case catch class clone const continue declare default die do echo else elseif empty enddeclare endfor
        endforeach endif endswitch endwhile enum exit extends final finally fn for foreach function global goto if implements include
        include_once instanceof insteadof interface isset list match namespace new or print private protected public readonly require
        require_once return switch throw trait try unset use var while xor yield
        """
      ),
    ]
    $0.declarations = [(.function, "function"), (.type, "class interface trait enum")]
    $0.lineComments = ["//", "#"]
    $0.strings = [StringForm("\"", interpolation: "{$", variables: true, multiline: true), StringForm("'", multiline: true)]
    $0.sigils = "$"
    $0.hasHashAttributes = true
    $0.heredocs = .php
    $0.codeTags = true
  }
}
