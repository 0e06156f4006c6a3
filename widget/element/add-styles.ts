/**
 * Adds a stylesheet to a shadow root that is in a document: a constructed one where browsers can, so that no CSP needs
 * `unsafe-inline`; else an element with the page's nonce.
 */
export function addStyles(shadow: ShadowRoot, css: string, nonce: string): CSSStyleSheet {
  if ("replaceSync" in CSSStyleSheet.prototype) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
    return sheet;
  }
  const style = document.createElement("style");
  style.nonce = nonce;
  style.textContent = css;
  shadow.append(style);
  return style.sheet as CSSStyleSheet;
}
