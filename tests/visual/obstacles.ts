import type { Page } from "playwright-core";

/** What keeps visitors from reading and reaching what is there; empty when all is well. */
export const obstacles = (page: Page, forced: boolean): Promise<string[]> => page.evaluate(look, forced);

/** Runs in the page. */
function look(forced: boolean): string[] {
  const found: string[] = [];
  const CONTROLS = "button, select, textarea, input, a[href]";
  // The bubble's text is a button as large as the bubble itself; a control with a word under it has its border around
  // the sign.
  const BORDERED =
    "button:not(.greeting-text, .control), .control .round, .greeting-bubble, select, .composer, .panel, .message:not(.agent)";

  const all = (root: ParentNode): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>("*")].flatMap((element) => [
      element,
      ...(element.shadowRoot ? all(element.shadowRoot) : []),
    ]);
  const host = document.querySelector("voice-widget") as HTMLElement;
  const seen = [host, ...all(host.shadowRoot as ShadowRoot)].filter((element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  const name = (element: Element) =>
    `${element.localName}.${element.getAttribute("class") ?? ""} "${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 30)}"`;

  // Every target has 24 px each way; a link in a sentence is as high as its line.
  for (const element of seen.filter((one) => one.matches(CONTROLS))) {
    // A label is a part of what it names.
    const { width, height, left, right } = (element.closest("label") ?? element).getBoundingClientRect();
    const inText = element.matches("a") && element.closest(".text");
    if (!inText && (width < 24 || height < 24)) found.push(`small: ${name(element)} is ${width}×${height}`);
    if (left < -0.5 || right > innerWidth + 0.5) found.push(`outside: ${name(element)} from ${left} to ${right}`);
  }

  // A finger needs 44, and everybody 13 px to read; what is read inside of words alone is nowhere cut into them.
  const coarse = matchMedia("(pointer: coarse)").matches;
  for (const element of seen.filter((one) => coarse && one.matches(`${CONTROLS}, summary`) && !one.closest(".debug"))) {
    const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
    const inText = element.matches("a") && element.closest(".text");
    // Half a pixel is lost by rounding.
    if (!inText && (width < 43.5 || height < 43.5))
      found.push(`small for a finger: ${name(element)} is ${width}×${height}`);
  }
  const readable = (element: Element) =>
    [...element.childNodes].some((one) => one.nodeType === 3 && one.nodeValue?.trim());
  for (const element of seen.filter(
    (one) => readable(one) && !one.closest(".debug, style") && !one.matches(".unseen, option"),
  )) {
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (size < 13) found.push(`tiny: ${name(element)} has ${size} px`);
  }
  for (const element of seen.filter((one) =>
    one.matches(".word, .primary span, .secondary, .modes span, .talk span"),
  )) {
    const text = [...element.childNodes].find((one) => one.nodeType === 3 && one.nodeValue?.trim());
    for (const { index, 0: word } of text?.nodeValue?.matchAll(/\S+/g) ?? []) {
      const range = document.createRange();
      range.setStart(text as Node, index);
      range.setEnd(text as Node, index + word.length);
      const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
      // A hyphen in the word may end a line.
      if (lines.size > 1 && !/[-\u2010\u00ad/]/.test(word)) found.push(`cut: "${word}" of ${name(element)}`);
    }
  }

  // A face is round, and words keep clear of the panel's lower edge.
  for (const element of seen.filter((one) => one.matches(".avatar > :not(.logo)"))) {
    const { width, height } = element.getBoundingClientRect();
    if (Math.abs(width - height) > 0.5) found.push(`squeezed: ${name(element)} is ${width}×${height}`);
  }
  const edge = seen.find((one) => one.matches(".panel"))?.getBoundingClientRect().bottom ?? 0;
  for (const element of seen.filter((one) => one.matches(".panel > :not(.body, .settings) *") && readable(one))) {
    const words = document.createRange();
    words.selectNodeContents(element);
    const { bottom, height } = words.getBoundingClientRect();
    if (height && Math.abs(edge - bottom) < 4) found.push(`at the edge: ${name(element)}`);
  }

  // Nothing has to be scrolled sideways, no button's words run over what stands beside it, and no line is cut but those that say so by an ellipsis.
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.push(`sideways: the page is ${page.scrollWidth} wide`);
  for (const element of seen) {
    const style = getComputedStyle(element);
    if (style.textOverflow === "ellipsis" || style.clipPath !== "none" || element.matches(".sphere, .sphere *, select"))
      continue;
    if (element.scrollWidth > element.clientWidth + 1 && (style.overflowX !== "visible" || element.matches("button")))
      found.push(`sideways: ${name(element)} has ${element.scrollWidth} in ${element.clientWidth}`);
  }

  // Text has 4.5:1 and a control's sign 3:1 on what is really painted beneath them.
  type Rgba = [number, number, number, number];
  const parse = (value: string): Rgba => {
    const numbers = (value.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
    const scale = value.startsWith("color(srgb") ? 255 : 1;
    const [r = 0, g = 0, b = 0, a = 1] = numbers;
    return [r * scale, g * scale, b * scale, a];
  };
  const over = (top: Rgba, under: Rgba): Rgba => {
    const channel = (index: 0 | 1 | 2) => top[index] * top[3] + under[index] * (1 - top[3]);
    return [channel(0), channel(1), channel(2), 1];
  };
  const luminance = (color: Rgba) => {
    const [r, g, b] = color.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    }) as Rgba;
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one: Rgba, other: Rgba) => {
    const [a, b] = [luminance(one), luminance(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const above = (element: Element): Element | null =>
    element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? null;
  /** What stands behind it; where that is a gradient, every colour of it. */
  const grounds = (element: Element | null): Rgba[] => {
    if (!element) return [[255, 255, 255, 1]];
    const style = getComputedStyle(element);
    const color = parse(style.backgroundColor);
    const own = color[3] === 1 ? [color] : grounds(above(element)).map((under) => over(color, under));
    const stops = style.backgroundImage.match(/(?:rgba?|color)\([^)]*\)/g) ?? [];
    return [...own, ...stops.flatMap((stop) => own.map((under) => over(parse(stop), under)))];
  };
  const least = (element: Element, color: string) =>
    Math.min(...grounds(element).map((ground) => ratio(over(parse(color), ground), ground)));
  const ownText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  for (const element of seen) {
    const style = getComputedStyle(element);
    if (element.closest("[aria-disabled=true], :disabled, .unseen") || style.clipPath !== "none") continue;
    const text = ownText(element) && !element.matches("option, style");
    const sign = element.localName === "svg" || element.matches("textarea, select");
    if (!text && !sign) continue;
    const wanted = text ? 4.5 : 3;
    const has = least(element, style.color);
    if (has < wanted) found.push(`pale: ${name(element)} has ${has.toFixed(2)}`);
  }
  for (const element of seen.filter((one) => one.matches("select, .composer, .comment textarea, .secondary"))) {
    const behind = above(element);
    const has = behind ? least(behind, getComputedStyle(element).borderTopColor) : 21;
    if (has < 3) found.push(`pale edge: ${name(element)} has ${has.toFixed(2)}`);
  }

  // What is filled in the owner's colour has an edge where that colour is the ground's.
  for (const element of seen.filter((one) =>
    one.matches(".primary, .filled, .face, .message.user, .talk[aria-pressed=true], microphone"),
  )) {
    const { backgroundColor, borderTopColor, borderTopWidth, boxShadow } = getComputedStyle(element);
    const [ring] = boxShadow.match(/(?:rgba?|color)\([^)]*\)(?= 0px 0px 0px 1px inset)/) ?? [];
    const edge = Number.parseFloat(borderTopWidth) > 0 ? borderTopColor : ring;
    const behind = above(element);
    const has = (color: string) => (behind ? least(behind, color) : 21);
    if (Math.max(has(backgroundColor), edge ? has(edge) : 0) < 2.7) found.push(`no edge: ${name(element)}`);
  }

  // Colours of the system's choice: only borders tell where a control is.
  if (forced)
    for (const element of seen.filter((one) => one.matches(BORDERED))) {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
      if (borderTopStyle === "none" || Number.parseFloat(borderTopWidth) < 1)
        found.push(`borderless: ${name(element)}`);
    }

  // Visitors who want no motion get none.
  for (const animation of document.getAnimations())
    if (animation.playState === "running") {
      const { target, pseudoElement } = animation.effect as KeyframeEffect;
      found.push(`moves: ${target ? name(target) : ""}${pseudoElement ?? ""}`);
    }
  return found;
}

/** What moves or changes while nothing happens, before visitors who want no motion. The microphone's level is a reading. */
export const restless = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all = (root: ParentNode): Element[] =>
      [...root.querySelectorAll("*")].flatMap((element) => [
        element,
        ...(element.shadowRoot ? all(element.shadowRoot) : []),
      ]);
    const elements = all(document.body).filter((element) => !element.closest(".meter, .debug"));
    const looks = () =>
      elements.map((element) => {
        const { transform, opacity } = getComputedStyle(element);
        const { x, y, width, height } = element.getBoundingClientRect();
        return `${transform} ${opacity} ${x} ${y} ${width} ${height}`;
      });
    const before = looks();
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const after = looks();
    return elements
      .filter((_, index) => before[index] !== after[index])
      .map((element) => `moves: ${element.localName}.${element.getAttribute("class")}`);
  });
