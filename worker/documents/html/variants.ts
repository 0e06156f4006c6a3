import { type Element, type Markup, wordsIn } from "./markup.ts";

/** How shops' programs name the choice between variants of a product: Shopify, WooCommerce, Magento, PrestaShop, Shopware. */
const CHOICE = /(^|[-_\s])(options?|attributes?|variants?|variations?|variant-?id)([-_\s[]|$)|^group\[/i;
const MAX_VARIANTS = 60;
const MAX_WORDS = 100;

/**
 * The variants of a product that a `select` lets choose from: "S, M, ~~XL~~", struck out what cannot be had. "" of any other select, whose
 * choices are no part of what the page says: languages, orders, numbers.
 */
export function variantsIn(markup: Markup, { attributes, start, end }: Element): string {
  if (![attributes.name, attributes.id].some((one) => CHOICE.test(one?.slice(0, 200) ?? ""))) return "";
  const variants: string[] = [];
  for (let at = start; at < end && variants.length < MAX_VARIANTS; at++) {
    const node = markup.nodes[at];
    if (!node || typeof node === "string" || node.name !== "option") continue;
    const words = wordsIn(markup, node, MAX_WORDS);
    // "Choose a size".
    if (words === "" || node.attributes.value === "") continue;
    variants.push("disabled" in node.attributes ? `~~${words}~~` : words);
  }
  return variants.join(", ");
}
