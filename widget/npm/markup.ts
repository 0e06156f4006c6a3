import type { VoiceWidgetEventMap } from "../define.ts";
import type { Property } from "../element/base-element.ts";
import type { VoiceWidgetElement } from "../element/voice-widget.ts";

/** The element in the templates of frameworks, derived from its class and its events. */

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : "";

/** What a template may set as properties. */
export type VoiceWidgetProperties = { [Name in Property]?: VoiceWidgetElement[Name] | undefined };

/** Attributes whose name is not the property's, as `api-key`. */
export type VoiceWidgetAttributes = {
  [Name in Property as Kebab<Name> extends Name ? never : Kebab<Name>]?:
    | Extract<VoiceWidgetElement[Name], string | number>
    | undefined;
};

/** `onvoice-widget:message` and the others. */
export type VoiceWidgetListeners = {
  [Name in keyof VoiceWidgetEventMap as `on${Name}`]?: ((event: VoiceWidgetEventMap[Name]) => void) | undefined;
};
