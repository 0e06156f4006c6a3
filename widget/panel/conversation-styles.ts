import { conversationLayoutStyles } from "./conversation-layout-styles.ts";
import { consentStyles } from "./views/consent-styles.ts";
import { endingStyles } from "./views/ending-styles.ts";
import { meterStyles } from "./views/meter-styles.ts";
import { orbMoodStyles } from "./views/orb-mood-styles.ts";
import { richTextStyles } from "./views/rich-text-styles.ts";
import { sourceLinksStyles } from "./views/source-links-styles.ts";
import { startersStyles } from "./views/starters-styles.ts";
import { talkButtonStyles } from "./views/talk-button-styles.ts";

/** Styles of conversation-views.ts; they stand after the panel's own. */
export const conversationStyles = [
  orbMoodStyles,
  conversationLayoutStyles,
  richTextStyles,
  startersStyles,
  sourceLinksStyles,
  meterStyles,
  talkButtonStyles,
  consentStyles,
  endingStyles,
];
