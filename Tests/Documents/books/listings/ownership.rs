fn main() {
    // ANCHOR: here
    let first = String::from("hey");
    let second = first;
    println!("{first}, world");
    // ANCHOR_END: here
}
