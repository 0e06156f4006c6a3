/** Adds a style sheet to a shadow root, after its others. A constructed sheet needs no permission of a CSP. */
export function addStyles(css: string, shadow: ShadowRoot): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  return sheet;
}
