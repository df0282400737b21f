internal import TypesetDiagnostics
internal import TypesetFiles

extension TemplateTag {
  /// The words of a tag without a body that Hexo and its themes, HackMD, or the themes of Hugo and Jekyll have.
  ///
  /// - Parameter folder: The folder of a post's own files, with a slash; empty if there is none.
  func siteWords(in folder: String) -> String? {
    guard form == .liquid else { return media }
    switch name {
    case "asset_img": return hexoPicture(in: folder)
    case "figure", "picture", "photo": return quotedPicture
    case "img", "image": return quotedPicture ?? (pairs.isEmpty ? hexoPicture(in: "") : nil)
    case "asset_path": return folder + firstWord
    case "asset_link": return "[\(rest.isEmpty ? firstWord : rest)](<\(folder)\(firstWord)>)"
    case "post_link":
      // The last argument may say whether the title's tags are shown.
      let title = ["true", "false"].first { rest.hasSuffix(" " + $0) }.map { String(rest.dropLast($0.count + 1)) } ?? rest
      return title.isEmpty || title == "true" || title == "false" ? firstWord : title
    case "label":
      guard let sign = arguments.firstIndex(of: "@") else { return firstWord }
      return String(arguments[arguments.index(after: sign)...])
    case "btn", "button", "btns": return linkAfterComma
    case "span", "u", "emp", "wavy", "del", "s", "psw": return styled
    case "checkbox", "radio":
      let parts = commaParts
      return "- [\(parts.count > 1 && parts[0].contains("checked") ? "x" : " ")] \(parts.last ?? "")"
    case "note", "tip", "warning", "info": return shortNote
    default: return media
    }
  }

  /// The arguments after the first, without quotes.
  private var rest: String {
    let text = arguments.trimmedWhitespace()
    let first = text.first.map { "\"'".contains($0) } == true ? firstWord.count + 2 : firstWord.count
    return String(text.dropFirst(first).filter { $0 != "\"" && $0 != "'" }).trimmedWhitespace()
  }

  private var commaParts: [String] {
    arguments.split(separator: ",").map { String($0.filter { $0 != "\"" && $0 != "'" }).trimmedWhitespace() }.filter { !$0.isEmpty }
  }

  /// `{% figure "/a.png", "words", "center" %}`, `{% image "./a.jpg", "words" %}` of Eleventy's sites; words up to its end follow it.
  private var quotedPicture: String? {
    let words = words
    guard let source = words.first, arguments.trimmedWhitespace().dropFirst(source.count + 1).first.map({ "\"'".contains($0) }) == true,
      PictureNames.isPicture(source.filter { $0 != "," })
    else { return nil }
    let picture = "![\(Self.described(words.count > 1 ? words[1] : ""))](<\(source.filter { $0 != "," })>)"
    return picture + (name == "figure" ? "{caption=shown}\n\n" : "")
  }

  /// `{% asset_img [class] a.png [width] [height] [words] %}`
  private func hexoPicture(in folder: String) -> String? {
    let words = arguments.split(separator: " ").map(String.init)
    guard let place = words.firstIndex(where: { PictureNames.isPicture($0) }) else { return nil }
    var title = words[(place + 1)...]
    let sizes = title.prefix { DocumentNumber.whole($0) != nil }
    title = title.dropFirst(min(sizes.count, 2))
    let caption = title.joined(separator: " ").filter { $0 != "\"" && $0 != "'" }.replacing("]", with: "\\]")
    let width = sizes.first.map { "{width=\($0)px}" } ?? ""
    return "![\(caption)](<\(folder)\(words[place])>)\(width)"
  }

  /// `{% btn url, words, icon %}`
  private var linkAfterComma: String? {
    let parts = commaParts
    guard let link = parts.first, parts.count > 1 else { return nil }
    // The addresses of some themes come last.
    guard link.contains("/") || link.hasPrefix("#") else { return parts.last.map { "[\(link)](<\($0)>)" } }
    return "[\(parts[1])](<\(link)>)"
  }

  /// `{% span red, words %}`, `{% u words %}`
  private var styled: String? {
    let text = arguments.trimmedWhitespace()
    switch name {
    case "span": return text.firstIndex(of: ",").map { String(text[text.index(after: $0)...]).trimmedWhitespace() }
    case "u", "emp", "wavy": return "<u>\(text)</u>"
    case "del", "s": return "~~\(text)~~"
    default: return text
    }
  }

  /// `{% note success, words %}`, without an end.
  private var shortNote: String? {
    guard let comma = arguments.firstIndex(of: ",") else { return nil }
    let asked = arguments[..<comma].split(separator: " ").map(String.init)
    let kind = asked.first { BlockExtensions.calloutNames.contains($0) } ?? "note"
    return "\n> [!\(kind)]\n> \(String(arguments[arguments.index(after: comma)...]).trimmedWhitespace())\n"
  }

  /// What only a browser shows is a link to it: `{{< youtube w7Ft2ymGmfc >}}`.
  private var media: String? {
    let pairs = pairs
    let isInclude = name == "include" && form == .liquid
    let words = arguments.split(separator: " ").map { $0.filter { $0 != "\"" && $0 != "'" } }
    let include = words.first?.split(separator: "/").last.map { $0.replacing(".html", with: "") } ?? ""
    let service = isInclude ? (pairs["provider"] ?? include.lowercased()) : name.lowercased()
    let first = isInclude ? nil : words.first.flatMap { $0.contains("=") ? nil : $0 }
    guard let id = pairs["id"] ?? pairs["video"] ?? first, !id.isEmpty, id.utf8.allSatisfy({ $0 > ASCII.space && $0 != ASCII.greater })
    else {
      return nil
    }
    if id.hasPrefix("https://") || id.hasPrefix("http://") { return Self.services[service] != nil ? "<\(id)>" : nil }
    if service == "gist", words.count > 1, !isInclude { return "<https://gist.github.com/\(words[0])/\(words[1])>" }
    if service == "tweet" || service == "x", let user = pairs["user"] { return "<https://x.com/\(user)/status/\(id)>" }
    guard let service = Self.services[service], !service.isEmpty else { return nil }
    return "<\(service)\(id)>"
  }

  /// Where services have what a tag with their name shows.
  private static let services = [
    "youtube": "https://www.youtube.com/watch?v=", "youtubelite": "https://www.youtube.com/watch?v=", "vimeo": "https://vimeo.com/",
    "bilibili": "https://www.bilibili.com/video/", "gist": "https://gist.github.com/", "hackmd": "https://hackmd.io/", "pdf": "",
    "slideshare": "https://www.slideshare.net/", "speakerdeck": "https://speakerdeck.com/", "codepen": "",
    "asciinema": "https://asciinema.org/a/",
  ]
}
