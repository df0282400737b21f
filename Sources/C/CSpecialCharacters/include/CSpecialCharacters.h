#pragma once

// cmark keeps the special characters of extensions (`~`, `:`, `w`) in a table of the whole program: it puts them in when it begins
// with the inlines of a document and takes them out at the end, so that two threads spoil each other's documents. It does so through
// an exported function, which is replaced here by one that puts them in once and never takes them out.

/// 1 where cmark calls the function of this program, 0 where it has called its own; to be asked after one document has been parsed.
int special_characters_are_kept(void);
