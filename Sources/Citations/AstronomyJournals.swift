/// The commands for journals in the entries of the Astrophysics Data System, which the classes of astronomy's journals define.
enum AstronomyJournals {
  /// The journals as they are abbreviated, by their commands with the backslash.
  static let named: [String: String] = [
    #"\aap"#: "A&A", #"\aapr"#: "A&A Rev.", #"\aaps"#: "A&AS", #"\actaa"#: "Acta Astron.", #"\aj"#: "AJ", #"\ao"#: "Appl. Opt.",
    #"\aplett"#: "Astrophys. Lett.", #"\apj"#: "ApJ", #"\apjl"#: "ApJL", #"\apjs"#: "ApJS", #"\applopt"#: "Appl. Opt.",
    #"\apspr"#: "Astrophys. Space Phys. Res.", #"\apss"#: "Ap&SS", #"\araa"#: "ARA&A", #"\azh"#: "AZh", #"\baas"#: "BAAS",
    #"\bac"#: "Bull. Astr. Inst. Czechosl.", #"\bain"#: "Bull. Astron. Inst. Netherlands", #"\caa"#: "Chinese Astron. Astrophys.",
    #"\cjaa"#: "Chinese J. Astron. Astrophys.", #"\fcp"#: "Fund. Cosmic Phys.", #"\gca"#: "Geochim. Cosmochim. Acta",
    #"\grl"#: "Geophys. Res. Lett.", #"\iaucirc"#: "IAU Circ.", #"\icarus"#: "Icarus", #"\jcap"#: "J. Cosmol. Astropart. Phys.",
    #"\jcp"#: "J. Chem. Phys.", #"\jgr"#: "J. Geophys. Res.", #"\jqsrt"#: "J. Quant. Spectr. Rad. Transf.", #"\jrasc"#: "JRASC",
    #"\memras"#: "MmRAS", #"\memsai"#: "Mem. Soc. Astron. Italiana", #"\mnras"#: "MNRAS", #"\na"#: "New A", #"\nar"#: "New A Rev.",
    #"\nat"#: "Nature", #"\nphysa"#: "Nucl. Phys. A", #"\pasa"#: "PASA", #"\pasj"#: "PASJ", #"\pasp"#: "PASP",
    #"\physrep"#: "Phys. Rep.", #"\physscr"#: "Phys. Scr", #"\planss"#: "Planet. Space Sci.", #"\pra"#: "Phys. Rev. A",
    #"\prb"#: "Phys. Rev. B", #"\prc"#: "Phys. Rev. C", #"\prd"#: "Phys. Rev. D", #"\pre"#: "Phys. Rev. E",
    #"\prl"#: "Phys. Rev. Lett.", #"\procspie"#: "Proc. SPIE", #"\qjras"#: "QJRAS", #"\rmxaa"#: "Rev. Mexicana Astron. Astrofis.",
    #"\skytel"#: "S&T", #"\solphys"#: "Sol. Phys.", #"\sovast"#: "Soviet Ast.", #"\ssr"#: "Space Sci. Rev.", #"\zap"#: "ZAp",
  ]
}
