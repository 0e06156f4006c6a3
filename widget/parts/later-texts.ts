import enLater from "../i18n/en-later.ts";
import type { FirstMessages, Messages } from "../i18n/messages.ts";

/** All texts of the language: English brings a part of its own with this chunk, the others are whole already. */
export const whole = (texts: FirstMessages): Messages => ({ ...enLater, ...texts });
