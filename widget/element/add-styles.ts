/** Adds style sheets to a shadow root, after its others. A constructed sheet needs no permission of a CSP. */
export const addStyles =
  (standard: ShadowRoot) =>
  (css: string, shadow = standard): CSSStyleSheet => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
    return sheet;
  };
