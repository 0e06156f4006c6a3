/** An open shadow root with one stylesheet, constructed where browsers can, so that no CSP needs `unsafe-inline`. */
export function openShadow(host: HTMLElement, css: string): { shadow: ShadowRoot; sheet: CSSStyleSheet } {
  const shadow = host.attachShadow({ mode: "open" });
  if ("replaceSync" in CSSStyleSheet.prototype) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [sheet];
    return { shadow, sheet };
  }
  const style = document.createElement("style");
  style.textContent = css;
  shadow.append(style);
  return { shadow, sheet: style.sheet as CSSStyleSheet };
}
