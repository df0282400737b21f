import Glibc
import Testing
import TypesetFiles

@testable import TypesetPictures

@Suite struct LibraryFileTests {
  @Test func `the version that a library's file has is that of the library that is opened`() throws {
    let path = try #require(librsvgPath)
    let library = try #require(SharedLibrary(readFile(path, limit: 64 << 20)))
    let handle = unsafe dlopen("librsvg-2.so.2", RTLD_LAZY | RTLD_LOCAL)
    for name in ["rsvg_major_version", "rsvg_minor_version", "rsvg_micro_version"] {
      let variable = unsafe dlsym(handle, name)
      let number = unsafe variable?.load(as: UInt32.self)
      #expect(number != nil)
      #expect(library.word(named: name) == number)
    }
    #expect(library.word(named: "no_such_variable") == nil)
  }

  @Test func `what is no library, or half of one, has no variables`() throws {
    #expect(SharedLibrary([]).map { _ in true } == nil)
    #expect(SharedLibrary(Array("#!/bin/sh".utf8)).map { _ in true } == nil)
    let bytes = try readFile(try #require(librsvgPath), limit: 64 << 20)
    for count in [6, 40, 64, 1_000] { #expect(SharedLibrary(Array(bytes.prefix(count)))?.word(named: "rsvg_major_version") == nil) }
  }
}
