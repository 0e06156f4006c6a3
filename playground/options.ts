import type { ConfigField, ConfigGroup } from "../shared/config-fields.ts";

/** An attribute of `<voice-widget>`, as `custom-elements.json` has it. */
export interface AttributeOption {
  name: string;
  about: string;
  kind: "choice" | "switch" | "text" | "json";
  choices: readonly string[];
  fallback: string;
}

export interface Options {
  settings: Record<ConfigGroup, ConfigField[]>;
  attributes: AttributeOption[];
}

/** Inserted by the build: the element's attributes from its source, the settings from their schema. */
declare const __OPTIONS__: Options;

export const OPTIONS: Options = __OPTIONS__;
