import type { AttributeOption } from "../../playground/options.ts";
import { LOCALES } from "../../shared/languages.ts";
import { elementDeclaration } from "./manifest.ts";

/** The playground has fields of their own for these. */
const ELSEWHERE = ["api-key", "base-url"];

/** The attributes that the playground offers, from the same source as the docs. */
export function playgroundAttributes(): AttributeOption[] {
  const { attributes = [] } = elementDeclaration();
  return attributes.flatMap(({ name, description = "", type, default: standard = "" }): AttributeOption[] => {
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
}
