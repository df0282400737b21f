internal import TypesetJSON

/// The preview's web page, which loads nothing from other servers.
enum PreviewPage {
  static let html = #"""
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <title>mdtypeset</title>
    <link rel="icon" href="data:,">
    <style>
      html { overflow-anchor: none; }
      body { margin: 0; background: #777; font: 14px sans-serif; }
      #pages { max-width: 900px; margin: 0 auto; padding: 12px; }
      .page { position: relative; background: white; margin: 0 0 12px; box-shadow: 0 1px 4px #0008; }
      .page img { display: block; width: 100%; }
      .page.changed { outline: 3px solid #4a90d9; transition: outline-color 1s; outline-color: transparent; }
      .mark { position: absolute; background: #4a90d933; pointer-events: none; }
      #problems { position: fixed; left: 0; right: 0; bottom: 0; max-height: 30vh; overflow: auto; background: #fff8e0; }
      #problems div { padding: 4px 12px; cursor: pointer; border-top: 1px solid #ddd; }
      #problems summary { padding: 4px 12px; cursor: pointer; border-top: 1px solid #ddd; }
      #problems details div { padding-left: 28px; }
      #problems .error { background: #fde0e0; }
      #ended { position: fixed; left: 0; right: 0; top: 0; padding: 6px 12px; background: #fde0e0; text-align: center; }
    </style>
    <div id="pages"></div>
    <div id="problems"></div>
    <div id="ended" role="status" hidden>mdtypeset has ended: these pages are no longer up to date. They will be once it runs again.</div>
    <script>
      const pages = document.getElementById("pages"), problems = document.getElementById("problems");
      let state = { pages: [] };
      // Pages that nobody sees are fetched when they come near.
      function picture() {
        const image = new Image();
        image.loading = "lazy";
        return image;
      }
      // Blocks in their order: where each begins in the source, and its pieces on the pages.
      function blocks(of) {
        const found = new Map();
        of.pages.forEach((page, number) => page.places.forEach(place => {
          const key = place.line + " " + place.file;
          if (!found.has(key)) found.set(key, { key: place.key, pieces: [] });
          found.get(key).pieces.push({ ...place, number });
        }));
        return [...found.values()];
      }
      // What is at the window's middle: a block, a piece of it, and how far down that is, in points.
      function middle() {
        const y = window.innerHeight / 2, number = [...pages.children].findIndex(box => box.getBoundingClientRect().bottom > y);
        const box = pages.children[number], page = state.pages[number];
        if (!box || !page || !window.scrollY) return null;
        const down = (y - box.getBoundingClientRect().top) * page.height / box.clientHeight, all = blocks(state);
        let best = null;
        all.forEach((block, index) => block.pieces.forEach((piece, count) => {
          if (piece.number === number && piece.y <= down && (!best || piece.y >= best.y)) best = { index, count, y: piece.y };
        }));
        return best && { all, ...best, down: down - best.y, window: y };
      }
      // Blocks before a change are the same from the beginning, those after it from the end.
      function partner(old, all, index) {
        const most = Math.min(old.length, all.length);
        let start = 0, end = 0;
        while (start < most && old[start].key === all[start].key) start += 1;
        while (end < most - start && old[old.length - 1 - end].key === all[all.length - 1 - end].key) end += 1;
        if (index < start) return all[index];
        if (index >= old.length - end) return all[all.length - (old.length - index)];
        return all[Math.max(0, Math.min(index, all.length - end - 1))];
      }
      function keep(seen) {
        const block = seen && partner(seen.all, blocks(state), seen.index);
        if (!block) return;
        const piece = block.pieces[Math.min(seen.count, block.pieces.length - 1)], box = pages.children[piece.number];
        const y = (piece.y + Math.min(seen.down, piece.height)) / state.pages[piece.number].height * box.clientHeight;
        window.scrollTo({ top: box.offsetTop + y - seen.window, behavior: "instant" });
      }
      function place(found) {
        const line = document.createElement("div");
        line.className = found.severity;
        line.textContent = (found.file ? found.file + ":" + found.line + ": " : "") + found.message + (found.hint ? " (" + found.hint + ")" : "");
        if (found.line) line.addEventListener("click", () => { reveal(found.file, found.line); open(found.file, found.line); });
        return line;
      }
      // One of a kind is a line; several are one that opens.
      function grouped(diagnostics) {
        const opened = new Set([...problems.querySelectorAll("details[open]")].map(group => group.dataset.kind)), kinds = new Map();
        for (const found of diagnostics) {
          const kind = found.severity + " " + (found.code || found.message);
          kinds.set(kind, [...(kinds.get(kind) || []), found]);
        }
        return [...kinds].map(([kind, list]) => {
          if (list.length === 1) return place(list[0]);
          const group = document.createElement("details"), head = document.createElement("summary");
          group.dataset.kind = kind;
          group.open = opened.has(kind);
          head.className = list[0].severity;
          head.textContent = list.length + " × " + list[0].message;
          group.append(head, ...list.map(place));
          return group;
        });
      }
      function show(next) {
        const seen = middle();
        while (pages.children.length > next.pages.length) pages.lastChild.remove();
        next.pages.forEach((page, number) => {
          let box = pages.children[number];
          if (!box) {
            box = document.createElement("div");
            box.className = "page";
            box.append(picture());
            box.addEventListener("click", event => jump(number, event));
            pages.append(box);
          }
          box.style.aspectRatio = page.width + "/" + page.height;
          if (box.dataset.hash === page.hash) return;
          // The old picture stays until the new one is there, so that nothing moves.
          const source = "page/" + number + "?" + page.hash, isNew = !box.dataset.hash;
          box.dataset.hash = page.hash;
          if (isNew) { box.firstChild.src = source; return; }
          const image = picture(), place = box.getBoundingClientRect();
          if (place.bottom < 0 || place.top > window.innerHeight) {
            image.src = source;
            box.firstChild.replaceWith(image);
            return;
          }
          image.loading = "eager";
          image.onload = () => { if (box.dataset.hash === page.hash) box.firstChild.replaceWith(image); };
          image.src = source;
        });
        problems.replaceChildren(...grouped(next.diagnostics));
        state = next;
        keep(seen);
      }
      // A window of another width shows what it showed before.
      let seen = { number: 0, part: 0, width: window.innerWidth };
      window.addEventListener("scroll", () => {
        const number = [...pages.children].findIndex(box => box.getBoundingClientRect().bottom > 0), box = pages.children[number];
        if (box && window.innerWidth === seen.width) seen = { number, part: -box.getBoundingClientRect().top / box.clientHeight, width: seen.width };
      });
      window.addEventListener("resize", () => {
        seen.width = window.innerWidth;
        const box = pages.children[seen.number];
        if (box) window.scrollTo(0, box.offsetTop + seen.part * box.clientHeight);
      });
      function open(file, line, click) {
        fetch("open", { method: "POST", body: JSON.stringify({ file, line, ...click }) });
      }
      function jump(number, event) {
        const box = pages.children[number], page = state.pages[number], scale = page.width / box.clientWidth;
        const x = (event.clientX - box.getBoundingClientRect().left) * scale, y = (event.clientY - box.getBoundingClientRect().top) * scale;
        const found = page.places.filter(place => place.y <= y).pop() || page.places[0];
        if (found) { mark(box, page, found); open(found.file, found.line, { page: number, x, y }); }
      }
      function mark(box, page, place) {
        const mark = document.createElement("div");
        mark.className = "mark";
        mark.style.cssText = `left:0;right:0;top:${place.y / page.height * 100}%;height:${place.height / page.height * 100}%`;
        box.append(mark);
        setTimeout(() => mark.remove(), 800);
      }
      // From a line of the source to its place: the last block that begins at it or before.
      function reveal(file, line) {
        let best = null;
        state.pages.forEach((page, number) => page.places.forEach(place => {
          if (place.file === file && place.line <= line && (!best || place.line >= best.place.line)) {
            if (!best || place.line > best.place.line) best = { number, place };
          }
        }));
        if (!best) return;
        const box = pages.children[best.number], page = state.pages[best.number];
        const top = box.offsetTop + best.place.y / page.height * box.clientHeight;
        window.scrollTo({ top: top - window.innerHeight / 3, behavior: "smooth" });
        mark(box, page, best.place);
      }
      const ended = document.getElementById("ended");
      function connect() {
        const events = new EventSource("events");
        events.onopen = () => { ended.hidden = true; };
        events.onerror = () => {
          // Browsers do not agree on when they try again themselves.
          events.close();
          ended.hidden = false;
          setTimeout(connect, 1000);
        };
        events.onmessage = event => show(JSON.parse(event.data));
        events.addEventListener("change", event => {
          const change = JSON.parse(event.data), pages = state.pages.slice(0, change.count);
          change.changed.forEach(page => { pages[page.number] = page; });
          show({ pages, diagnostics: change.diagnostics });
        });
        events.addEventListener("reveal", event => { const to = JSON.parse(event.data); reveal(to.file, to.line); });
      }
      connect();
    </script>
    """#
}
