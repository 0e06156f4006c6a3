import type { AttributeOption, Options } from "../../playground/options.ts";
import { LOCALES } from "../../shared/languages.ts";
import { elementDeclaration } from "./manifest.ts";
import { settings } from "./settings.ts";

/** The playground has fields of their own for these. */
const ELSEWHERE = ["api-key", "base-url"];

/** The options that the playground offers, from the same source as the docs. */
export function playgroundOptions(): Options {
  const { attributes = [] } = elementDeclaration();
  const options = attributes.flatMap(({ name, description = "", type, default: standard = "" }): AttributeOption[] => {
    if (ELSEWHERE.includes(name)) return [];
    const named = [...(type?.text ?? "").matchAll(/"([^"]+)"/g)].map(([, choice = ""]) => choice);
    const choices = name === "locale" ? ["", ...LOCALES] : named;
    const kind = type?.text.includes("boolean")
      ? "switch"
      : choices.length
        ? "choice"
        : name === "context"
          ? "json"
          : "text";
    return [{ name, about: description, kind, choices, fallback: standard.replaceAll('"', "") }];
  });
  return { settings: settings(), attributes: options };
}
