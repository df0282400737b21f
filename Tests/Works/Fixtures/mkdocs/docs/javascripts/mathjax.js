window.MathJax = {
  tex: {
    inlineMath: [["\\(", "\\)"]],
    macros: {
      R: "\\mathbb{R}",
      norm: ["\\lVert #1 \\rVert", 1]
    }
  }
};
