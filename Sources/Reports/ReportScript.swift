/// What steps, blinks and slides in the report.
enum ReportScript {
  static let source = #"""

    (() => {
      const body = document.body, all = (query, root = document) => [...root.querySelectorAll(query)];
      const said = document.getElementById("said"), pages = all("figure.page"), documents = all("section.document");
      let timer;
      function say(text) {
        said.textContent = text;
        clearTimeout(timer);
        timer = setTimeout(() => said.textContent = "", 2500);
      }
      const buttons = all("[data-mode]").filter(item => item.matches("button"));
      function choose(mode) {
        body.dataset.mode = mode;
        for (const button of buttons) button.setAttribute("aria-pressed", button.dataset.mode === mode);
      }
      for (const button of buttons) button.addEventListener("click", () => choose(button.dataset.mode));
      choose("side");
      const outlines = document.getElementById("outlines");
      outlines?.addEventListener("change", () => body.classList.toggle("no-outlines", !outlines.checked));
      for (const cut of all(".cut")) {
        const after = cut.parentElement.querySelector(".after");
        cut.addEventListener("input", () => after.style.setProperty("--cut", cut.value + "%"));
      }
      function mark(section, cause) {
        for (const item of all(".chosen")) item.classList.remove("chosen");
        if (cause !== undefined) for (const item of all(`[data-cause="${cause}"]`, section)) item.classList.add("chosen");
      }
      for (const item of all("li[data-cause]")) item.addEventListener("click", () => mark(item.closest("section"), item.dataset.cause));
      for (const item of all("i[data-cause]")) item.addEventListener("click", () => {
        const section = item.closest("section");
        mark(section, item.dataset.cause);
        section.querySelector(`li[data-cause="${item.dataset.cause}"]`).scrollIntoView({ block: "center" });
      });
      for (const button of all(".accept-button")) button.addEventListener("click", async () => {
        const code = button.parentElement.querySelector("code");
        code.hidden = false;
        try {
          await navigator.clipboard.writeText(code.textContent);
          say("The command is on the clipboard: run it to accept.");
        } catch { say("Run this command to accept."); }
      });
      function step(items, by) {
        if (!items.length) return;
        const edge = parseFloat(getComputedStyle(items[0]).scrollMarginTop) + 4;
        const tops = items.map(item => item.getBoundingClientRect().top);
        const last = tops.findLastIndex(top => top <= edge);
        const atTop = last >= 0 && tops[last] > edge - 40;
        const next = by > 0 ? last + 1 : atTop ? last - 1 : last;
        const item = items[Math.max(0, Math.min(items.length - 1, next))];
        for (const other of all(".current")) other.classList.remove("current");
        item.classList.add("current");
        item.scrollIntoView();
        item.focus({ preventScroll: true });
        say(item.querySelector("figcaption, h2").textContent);
      }
      document.addEventListener("keydown", event => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input[type=range]")) return;
        const number = Number(event.key);
        if (number >= 1 && number <= buttons.length) choose(buttons[number - 1].dataset.mode);
        else if (event.key === "j") step(pages, 1);
        else if (event.key === "k") step(pages, -1);
        else if (event.key === "n") step(documents, 1);
        else if (event.key === "p") step(documents, -1);
        else if (event.key === "o") outlines?.click();
        else if (event.key === "Escape") mark();
        else return;
        event.preventDefault();
      });
    })();

    """#
}
