/** Adds a style sheet to a shadow root, after those that it has. A constructed one: no CSP has to allow it. */
export function addStyles(shadow: ShadowRoot, css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  return sheet;
}
