// Queries, data and schemas.

enum DataLanguages {
  static let sql = CompiledGrammar {
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
      StringForm("$$", escape: .none, multiline: true), StringForm("'", escape: .doubled, multiline: true),
      StringForm("\"", escape: .doubled, .property),
      StringForm("`", escape: .none, .property),
    ]
    $0.sigils = "@"
    $0.capitals = .plain
  }

  static let json = CompiledGrammar {
    $0.words = [(.constant, "true false null NaN Infinity undefined")]
    $0.strings = [StringForm("\""), StringForm("'")]
    $0.capitals = .plain
    $0.callsHaveParentheses = false
    $0.hasKeys = true
  }

  static let protobuf = CompiledGrammar {
    $0.words = [
      (.constant, "true false"),
      (.type, "bool bytes double fixed32 fixed64 float int32 int64 sfixed32 sfixed64 sint32 sint64 string uint32 uint64"),
      (
        .keyword,
        """
        enum extend extensions import map message oneof option optional package public repeated required reserved returns rpc service
        stream syntax to weak
        """
      ),
    ]
    $0.declarations = [(.type, "message enum service"), (.function, "rpc")]
    $0.strings = [StringForm("\""), StringForm("'")]
  }

  static let graphQL = CompiledGrammar {
    $0.words = [
      (.constant, "true false null"), (.type, "Int Float String Boolean ID"),
      (
        .keyword,
        "directive enum extend fragment implements input interface mutation on query repeatable scalar schema subscription type union"
      ),
    ]
    $0.lineComments = ["#"]
    $0.blockComments = []
    $0.strings = [StringForm("\"\"\"", multiline: true), StringForm("\"")]
    $0.sigils = "$"
    $0.hasAtAttributes = true
    $0.hasKeys = true
  }
}
