#!/usr/bin/env python3
"""Makes microtype.lines.txt of microtype.txt with lualatex and microtype: run it in this folder.

Protrusion has the values of Protrusion.swift, and all letters expand by up to 2 %: microtype's own tables differ from font to font.
"""
import os
import subprocess
import tempfile

WIDTHS = [150, 165, 180, 200, 220, 240, 260, 280, 300, 330]
RIGHT = {700: ".,", 600: "’‘'›", 550: "-", 450: ";:", 400: "”“»", 300: "–", 200: "—!?", 100: ")]", 50: "AFKLTVWXYkrtvwxy", 40: "DOQP"}
LEFT = {600: "‘‚‹'", 400: "“„«", 300: "–", 200: "—", 100: "([", 50: "AJTVWYÅÄ", 40: "CGOQÖvwy"}

DOCUMENT = r"""\documentclass[10pt]{article}
\usepackage{fontspec}
\setmainfont{lmroman10-regular.otf}[Ligatures=TeX]
\usepackage[protrusion=true,expansion=true,stretch=20,shrink=20,step=5]{microtype}
\SetExpansion[name=flat]{encoding={TU},family={lmroman10-regular.otf}}{}
\SetProtrusion[name=flat]{encoding={TU},family={lmroman10-regular.otf}}{%PROTRUSION%}
\begin{document}
\directlua{
local f = io.open("lines", "w")
luatexbase.add_to_callback("post_linebreak_filter", function(head)
  for line in node.traverse_id(node.id("hlist"), head) do
    local s = ""
    for n in node.traverse(line.head) do
      if n.id == node.id("glyph") then
        local u = font.getfont(n.font).characters[n.char].unicode or n.char
        for _, x in ipairs(type(u) == "table" and u or {u}) do s = s .. utf8.char(x) end
      elseif n.id == node.id("glue") and n.subtype == 13 then s = s .. " "
      elseif n.id == node.id("disc") and n.replace then
        for g in node.traverse_id(node.id("glyph"), n.replace) do
          local u = font.getfont(g.font).characters[g.char].unicode or g.char
          for _, x in ipairs(type(u) == "table" and u or {u}) do s = s .. utf8.char(x) end
        end
      end
    end
    f:write(s, "\string\n")
  end
  f:write("\string\n")
  return head
end, "lines")}
\fontsize{10bp}{13bp}\selectfont \parindent=0pt \frenchspacing \tolerance=500 \emergencystretch=30bp
%TEXT%
\end{document}
"""

values = {}
for table, side in ((LEFT, 0), (RIGHT, 1)):
    for value, characters in table.items():
        for character in characters:
            values.setdefault(character, ["", ""])[side] = str(value)
protrusion = ",".join("{%s}={%s,%s}" % (character, *pair) for character, pair in values.items())
paragraphs = open("microtype.txt").read().strip().split("\n\n")
text = "\n\n".join(r"\hsize=%dbp %s\par" % (width, paragraph) for width in WIDTHS for paragraph in paragraphs)
with tempfile.TemporaryDirectory() as folder:
    document = DOCUMENT.replace("%PROTRUSION%", protrusion).replace("%TEXT%", text)
    open(os.path.join(folder, "a.tex"), "w").write(document)
    subprocess.run(["lualatex", "-interaction=batchmode", "a.tex"], cwd=folder, stdout=subprocess.DEVNULL)
    lines = open(os.path.join(folder, "lines")).read()
for ligature, letters in [("ﬁ", "fi"), ("ﬂ", "fl"), ("ﬀ", "ff"), ("ﬃ", "ffi"), ("ﬄ", "ffl")]:
    lines = lines.replace(ligature, letters)
blocks = [block for block in lines.strip().split("\n\n")]
count = len(paragraphs)
with open("microtype.lines.txt", "w") as out:
    for number, width in enumerate(WIDTHS):
        out.write("%d\n" % width + "\n".join(blocks[number * count : (number + 1) * count]) + "\n\n")
