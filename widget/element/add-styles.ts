/**
 * Adds a style sheet to a shadow root, after those that it has. The sheet is constructed: a page's content security policy
 * blocks `<style>`, and not this.
 */
export function addStyles(css: string, shadow: ShadowRoot): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  return sheet;
}
