import { asRecord } from "../config/overlay.ts";
import { readTokens } from "../config/read-tokens.ts";
import { propertyName, propertyValue } from "../config/tokens.ts";
import { LazyChunk } from "./lazy-chunk.ts";
import type { WidgetHost } from "./widget-host.ts";

const pageColors = new LazyChunk(() => import("./page-colors.ts"));

/**
 * All of the owner's tokens as custom properties of the element, for whatever the page puts into its slots and parts. They
 * stand in a `:host` rule, which any rule of the page overrules; what the page sets further up, on `:root` say, is left alone
 * and inherited. It asks the page for its styles, which costs a layout: the launcher does without, see
 * widget/element/launcher-theme.ts.
 */
export class PanelTheme {
  readonly #host: WidgetHost;
  #newest: unknown;

  constructor(host: WidgetHost) {
    this.#host = host;
    // A style sheet of the page that comes late may set custom properties.
    addEventListener("load", () => this.apply(), { once: true });
    this.apply();
  }

  apply(): void {
    const { config, element, dock } = this.#host;
    const { style, dark } = this.#host.theme();
    const { look, widget_config } = asRecord(config.answer);
    const tokens = readTokens(asRecord(widget_config).designTokens);
    const colors = asRecord(asRecord(look)[dark ? "dark" : "light"]);
    const container = element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? document.documentElement;
    const inherited = getComputedStyle(container);
    const wanted = Object.entries(tokens).map(
      ([token, value]) => [propertyName(token), propertyValue(token, value, colors)] as const,
    );
    for (const [name, value] of wanted) {
      if (inherited.getPropertyValue(name)) style.removeProperty(name);
      else style.setProperty(name, value);
    }
    this.#restyle();
    const effective = getComputedStyle(element);
    if (wanted.some(([name, value]) => !value || effective.getPropertyValue(name) !== value))
      void pageColors.load().then((chunk) => {
        chunk?.paintColors(element, style, dock, tokens, dark);
        this.#restyle();
      });
  }

  /** WebKit styles an element again by its changed `:host` rule only as a new style sheet brings such a rule. */
  #restyle(): void {
    const { element, addStyles } = this.#host;
    const shadow = element.shadowRoot as ShadowRoot;
    if (!shadow.adoptedStyleSheets) return;
    shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((sheet) => sheet !== this.#newest);
    this.#newest = addStyles(":host{--_new:0}");
  }
}
