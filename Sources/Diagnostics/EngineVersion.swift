/// The version of the engine, as `--version` prints it and files name it.
package let engineVersion = "0.1.0"
