internal import CHarfBuzz

/// The version of HarfBuzz with which text is set.
public var harfBuzzVersion: String { unsafe String(cString: hb_version_string()) }
