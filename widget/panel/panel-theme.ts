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

  constructor(host: WidgetHost) {
    this.#host = host;
    // A style sheet of the page that comes late may set custom properties.
    addEventListener("load", () => this.apply(), { once: true });
    this.apply();
  }

  apply(): void {
    const { config, element, dock } = this.#host;
    const { style, dark } = this.#host.theme();
    const tokens = readTokens(asRecord(asRecord(config.answer).widget_config).designTokens);
    const container = element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? document.documentElement;
    const inherited = getComputedStyle(container);
    let changed = false;
    for (const [token, value] of Object.entries(tokens)) {
      const name = propertyName(token);
      if (inherited.getPropertyValue(name)) style.removeProperty(name);
      else style.setProperty(name, propertyValue(token, value));
    }
    const effective = getComputedStyle(element);
    const inForce = (name: string) => effective.getPropertyValue(name);
    for (const [token, value] of Object.entries(tokens)) {
      const chosen = propertyValue(token, value).replace(/^var\((.+)\)$/, (_all, name: string) => inForce(name));
      changed ||= inForce(propertyName(token)) !== chosen || !chosen;
    }
    if (changed) void pageColors.load().then((chunk) => chunk?.paintColors(element, style, dock, tokens, dark));
    else for (const name of [...style]) if (/^--_(?!own)/.test(name)) style.removeProperty(name);
  }
}
