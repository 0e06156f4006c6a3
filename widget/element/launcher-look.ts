import { kebab } from "../config/attribute.ts";
import { asRecord, isText } from "../config/overlay.ts";
import { COLORS, SIZES } from "./default-look.ts";

/**
 * The owner's look as the service computed it: a `:host` rule with `--_*` for the style sheets. CSS itself prefers what
 * the page sets as `--voice-widget-*`, wherever that stands: nothing of the page is asked for it, which would cost it a
 * layout. `--_page-*` follows from what the page sets: see the style sheet.
 * @param answer of `GET /config`, unchecked: nothing in it can end its declaration.
 */
export function launcherLook(dark: boolean, answer: unknown): string {
  const theme = dark ? "dark" : "light";
  const { widget_config, look } = asRecord(answer);
  const { fontFamily, ...sizes } = asRecord(asRecord(widget_config).designTokens);
  let css = `:host{color-scheme:${theme}`;
  const set = (name: string, value: unknown) => {
    // Important, since pages have names of this form too, some in a rule for every element.
    css += `;--_${name}:var(--voice-widget-${name},var(--_page-${name},${value}))!important`;
  };
  for (const color of Object.entries({ ...COLORS, ...asRecord(asRecord(look)[theme]) }))
    if (/^[a-z-]+,#[\da-f]{6}$/i.test(`${color}`)) set(...color);
  for (const [name, standard] of Object.entries(SIZES)) {
    // Whether it is a number, in few bytes.
    const size = sizes[name] === +(sizes[name] as number) ? (sizes[name] as number) : standard;
    // Text grows with the size that the visitor asked their browser for.
    set(kebab(name), name === "zIndex" ? size : name === "fontSize" ? `${size / 16}em` : `${size}px`);
  }
  // At the end, where a quotation mark that is left open swallows nothing.
  set("font-family", isText(fontFamily) && !/[;{}]/.test(fontFamily) ? fontFamily : "system-ui");
  return `${css}}`;
}
