"""Pieces of documents, two of different ones spliced at line ends: what fuzzing begins with.

    seeds.py INTO [FOLDER...]    takes pieces from the samples, the tests' documents and those in the folders
"""
import glob, os, random, sys
pick, folder = random.Random(1), sys.argv[1]
paths = sorted(glob.glob("samples/*.md") + glob.glob("Tests/Documents/**/*.md", recursive=True))
paths += sorted(path for more in sys.argv[2:] for path in glob.glob(more + "/**/*.md", recursive=True))
texts = [open(path, "rb").read() for path in paths]
for number in range(400):
    pieces = []
    # Short ones go further.
    for text in pick.sample(texts, 2):
        lines = text.split(b"\n")
        start = pick.randrange(len(lines))
        pieces.append(b"\n".join(lines[start:start + pick.randrange(3, 25)])[:1000])
    open(os.path.join(folder, f"{number}.md"), "wb").write(b"\n".join(pieces))
