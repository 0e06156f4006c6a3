import { type Branding, type Copy, defaultsOf, type Features, SETTINGS } from "../../shared/settings.ts";

/** Computed as the widget is built: see scripts/build/computed.ts. */
export const DEFAULTS: { branding: Branding; features: Features } = {
  branding: defaultsOf(SETTINGS.branding),
  features: defaultsOf(SETTINGS.features),
};
/** Words that an owner may write. */
export const WORDS = Object.keys(SETTINGS.copy) as (keyof Copy)[];
