// What Styling makes is written in the types of Settings: rules, themes, page styles.
@_exported public import TypesetSettings
