#!/usr/bin/env python3
"""Makes shapes.jsonl of paragraphs-dev.jsonl, and shapes.lines.jsonl with lualatex: run it in this folder."""
import json
import os
import subprocess
import tempfile

SETTINGS = [  # name, width, what is said of the lines in TeX's names
    ("looser", 345, {"looseness": 1}),
    ("tighter", 240, {"looseness": -1}),
    ("tighter2", 160, {"looseness": -2}),
    ("hang", 345, {"hang": ["20pt", 1]}),
    ("hangbefore", 240, {"hang": ["60pt", -3]}),
    ("hangright", 240, {"hang": ["-40pt", 2]}),
    ("shape", 345, {"parshape": [(0, 345), (20, 300), (40, 250), (20, 300), (0, 345)]}),
    ("shapeloose", 345, {"parshape": [(0, 200), (0, 240), (30, 280), (0, 345)], "looseness": 1}),
    ("ragged", 240, {"rightskip": "0pt plus 20pt"}),
    ("raggedfil", 240, {"rightskip": "0pt plus 1fil"}),
    ("skips", 345, {"leftskip": "20pt plus 5pt minus 3pt", "rightskip": "10pt plus 15pt"}),
    ("sentences", 345, {"nonfrenchspacing": ""}),
    ("skipsshape", 345, {"leftskip": "10pt plus 5pt", "rightskip": "0pt plus 5pt minus 2pt", "hang": ["30pt", -4], "looseness": -1}),
]

DOCUMENT = r"""\documentclass[10pt]{article}
\usepackage{fontspec,luacode}
\setmainfont{lmroman10-regular.otf}[Ligatures=TeX]
\begin{luacode*}
local HLIST, GLYPH, DISC, GLUE = node.id("hlist"), node.id("glyph"), node.id("disc"), node.id("glue")
local function text(n)
  local s = ""
  while n do
    if n.id == GLYPH then
      local c = font.getfont(n.font).characters[n.char]
      local u = c and c.unicode or n.char
      for _, x in ipairs(type(u) == "table" and u or {u}) do s = s .. utf8.char(x) end
    elseif n.id == GLUE and n.subtype ~= 8 and n.subtype ~= 9 and n.subtype ~= 15 then s = s .. " "
    elseif n.id == DISC and n.replace then s = s .. text(n.replace)
    elseif n.id == HLIST then s = s .. text(n.head) end
    n = n.next
  end
  return s
end
local out = io.open("lines", "w")
function dump(id)
  out:write("#" .. id .. "\n")
  for n in node.traverse_id(HLIST, tex.box[0].head) do
    out:write(string.format("%.5f\t%d\t%d\t%.5f\t%s\n", n.glue_set, n.glue_sign, n.glue_order, n.shift / 65536, text(n.head)))
  end
end
\end{luacode*}
\def\record#1#2#3#4{\setbox0=\vbox{\hsize=#2pt \parindent=0pt \frenchspacing \parfillskip=0pt plus 1fil
\pretolerance=100 \tolerance=200 \emergencystretch=0pt #3#4\par}\directlua{dump("#1")}}
\begin{document}
%s
\end{document}
"""


def tex(said):
    words = ""
    for name, value in said.items():
        if name == "hang":
            words += "\\hangindent=%s \\hangafter=%d " % tuple(value)
        elif name == "nonfrenchspacing":
            words += "\\nonfrenchspacing "
        elif name == "parshape":
            words += "\\parshape=%d " % len(value) + " ".join("%dpt %dpt" % line for line in value) + " "
        else:
            words += "\\%s=%s " % (name, value)
    return words


def keys(said):
    names = {"leftskip": "left-skip", "rightskip": "right-skip"}
    record = {}
    for name, value in said.items():
        if name == "hang":
            record["hang"], record["hang-after"] = value[0], str(value[1])
        elif name == "nonfrenchspacing":
            record["sentence-spacing"] = "wide"
        elif name == "parshape":
            record["parshape"] = ", ".join("%dpt %dpt" % line for line in value)
        else:
            record[names.get(name, name)] = str(value)
    return record


texts = {}
for line in open("paragraphs-dev.jsonl"):
    record = json.loads(line)
    texts.setdefault(record["id"].rsplit("-", 1)[0], record["text"])
names = list(texts)
records, calls = [], []
for number, (setting, width, said) in enumerate(SETTINGS):
    for turn in range(4):
        first = (number + turn * 3) % 12 * 5
        # A paragraph must be long for another number of lines to be possible.
        parts = 5 if "looseness" in said else 1
        text = " ".join(texts[names[(first + part) % len(names)]] for part in range(parts))
        name = names[first] + "-" + setting
        records.append({"id": name, "width": float(width), **keys(said), "text": text})
        calls.append("\\record{%s}{%d}{%s}{%s}" % (name, width, tex(said), text.replace("\u00ad", "\\-").replace("—", "---")))

with open("shapes.jsonl", "w") as out:
    for record in records:
        out.write(json.dumps(record, ensure_ascii=False) + "\n")
with tempfile.TemporaryDirectory() as folder:
    open(os.path.join(folder, "shapes.tex"), "w").write(DOCUMENT.replace("%s\n\\end", "\n".join(calls) + "\n\\end"))
    subprocess.run(["lualatex", "-interaction=batchmode", "shapes.tex"], cwd=folder, stdout=subprocess.DEVNULL)
    found = open(os.path.join(folder, "lines")).read()
with open("shapes.lines.jsonl", "w") as out:
    for part in found.split("#")[1:]:
        name, *lines = part.rstrip("\n").split("\n")
        record = {"id": name, "lines": []}
        for line in lines:
            ratio, sign, order, shift, text = line.split("\t")
            for ligature, letters in [("---", "—"), ("ﬁ", "fi"), ("ﬂ", "fl"), ("ﬀ", "ff"), ("ﬃ", "ffi"), ("ﬄ", "ffl")]:
                text = text.replace(ligature, letters)
            record["lines"].append(
                {"text": text.strip(), "indent": float(shift), "glue_set": float(ratio), "sign": int(sign), "order": int(order)})
        out.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
