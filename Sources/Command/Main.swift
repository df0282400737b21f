@main
struct Program {
  static func main() {}
}
