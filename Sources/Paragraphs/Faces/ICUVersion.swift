internal import CICU

/// The version of ICU with which lines are broken and directions found.
public var unicodeVersion: String { unsafe String(cString: mdtypeset_icu_version()) }
