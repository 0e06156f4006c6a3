/**
 * Makes the function that adds a style sheet to a shadow root, after those that it has. The sheet is constructed: a page's
 * content security policy blocks `<style>`, and not this.
 * @param standard the root, where a call names no other
 */
export const addStyles =
  (standard: ShadowRoot) =>
  (css: string, shadow = standard): CSSStyleSheet => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
    return sheet;
  };
