extension IconTable {
  /// The colours that things and brands have, by the names of icons; others go with the text.
  package static let originals: [String: UInt32] = [
    "airplane-fill": 0x007AFF, "amd": 0xED1C24, "android": 0x3DDC84, "android2": 0x3DDC84, "apple": 0x8E8E93, "balloon-fill": 0xFF2D55,
    "balloon-heart-fill": 0xFF2D55, "bandaid-fill": 0xD9A066, "battery": 0x34C759, "battery-full": 0x34C759, "battery-half": 0xFF9500,
    "behance": 0x1769FF, "bell-fill": 0xFFB300, "bookmark-fill": 0xFF3B30, "brightness-high-fill": 0xFFB300, "browser-chrome": 0x4285F4,
    "browser-edge": 0x0078D7, "browser-firefox": 0xFF7139, "browser-safari": 0x006CFF, "bug-fill": 0xFF3B30, "capsule": 0xFF3B30,
    "car-front-fill": 0xFF3B30, "chat-fill": 0x34C759, "chat-left-fill": 0x34C759, "check-circle": 0x34C759,
    "check-circle-fill": 0x34C759, "check-lg": 0x34C759, "cloud-fill": 0x8E8E93, "cloud-rain-fill": 0x5AC8FA, "cup-hot-fill": 0xA2845E,
    "discord": 0x5865F2, "dribbble": 0xEA4C89, "dropbox": 0x0061FF, "droplet": 0x007AFF, "droplet-fill": 0x007AFF, "egg-fried": 0xFFB300,
    "emoji-frown-fill": 0xFFCC00, "emoji-heart-eyes-fill": 0xFFCC00, "emoji-laughing-fill": 0xFFCC00, "emoji-smile-fill": 0xFFCC00,
    "envelope-fill": 0x007AFF, "exclamation-circle-fill": 0xFF9500, "exclamation-octagon": 0xFF3B30, "exclamation-octagon-fill": 0xFF3B30,
    "exclamation-triangle": 0xFFB300, "exclamation-triangle-fill": 0xFFB300, "facebook": 0x1877F2, "fire": 0xFF6B00,
    "flag-fill": 0xFF9500, "flower1": 0xFF2D92, "folder-fill": 0x54AEFF, "gift-fill": 0xFF3B30, "git": 0xF05032, "google": 0x4285F4,
    "hand-thumbs-down-fill": 0xFFCC00, "hand-thumbs-up-fill": 0xFFCC00, "heart": 0xFF2D55, "heart-fill": 0xFF2D55, "hearts": 0xFF2D55,
    "info-circle": 0x007AFF, "info-circle-fill": 0x007AFF, "instagram": 0xE4405F, "lightbulb": 0xFFCC00, "lightbulb-fill": 0xFFCC00,
    "lightning-fill": 0xFFB300, "line": 0x00C300, "linkedin": 0x0A66C2, "lock-fill": 0xFFB300, "mastodon": 0x6364FF,
    "messenger": 0x00B2FF, "microsoft-teams": 0x6264A7, "moon-fill": 0x5E5CE6, "nvidia": 0x76B900, "pause-fill": 0xFF9500,
    "paypal": 0x003087, "pinterest": 0xBD081C, "play-fill": 0x34C759, "question-circle-fill": 0x007AFF, "reception-4": 0x34C759,
    "record-fill": 0xFF3B30, "reddit": 0xFF4500, "rocket-fill": 0xFF3B30, "rss": 0xF26522, "rss-fill": 0xF26522, "shield-fill": 0x007AFF,
    "shield-fill-check": 0x34C759, "signal": 0x3A76F0, "skype": 0x00AFF0, "slack": 0x4A154B, "snow": 0x5AC8FA, "spotify": 0x1ED760,
    "stack-overflow": 0xF58025, "star": 0xFFCC00, "star-fill": 0xFFCC00, "star-half": 0xFFCC00, "stop-fill": 0xFF3B30, "stripe": 0x635BFF,
    "sun": 0xFFB300, "sun-fill": 0xFFB300, "telegram": 0x26A5E4, "telephone-fill": 0x34C759, "thermometer": 0xFF3B30,
    "thermometer-high": 0xFF3B30, "trash-fill": 0xFF3B30, "tree": 0x34C759, "tree-fill": 0x34C759, "trophy-fill": 0xD4A017,
    "twitch": 0x9146FF, "twitter": 0x1DA1F2, "ubuntu": 0xE95420, "umbrella-fill": 0xAF52DE, "vimeo": 0x1AB7EA, "water": 0x007AFF,
    "wechat": 0x07C160, "whatsapp": 0x25D366, "wifi": 0x007AFF, "windows": 0x0078D4, "wordpress": 0x21759B, "x-circle": 0xFF3B30,
    "x-circle-fill": 0xFF3B30, "x-lg": 0xFF3B30, "youtube": 0xFF0000,
  ]
}
