/** An attribute of `<voice-widget>`, as `custom-elements.json` has it. */
export interface AttributeOption {
  name: string;
  about: string;
  kind: "choice" | "switch" | "text" | "json";
  choices: readonly string[];
  fallback: string;
}

/** Inserted by the build, from the element's source. */
declare const __ATTRIBUTES__: AttributeOption[];

export const ATTRIBUTES: AttributeOption[] = __ATTRIBUTES__;
