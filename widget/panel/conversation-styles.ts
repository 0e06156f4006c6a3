import { conversationLayoutStyles } from "./conversation-layout-styles.ts";
import { callBarStyles } from "./views/call-bar-styles.ts";
import { meterStyles } from "./views/meter-styles.ts";
import { orbMoodStyles } from "./views/orb-mood-styles.ts";
import { startersStyles } from "./views/starters-styles.ts";

/** What only a conversation shows; it stands after the panel's own. */
export const conversationStyles = [orbMoodStyles, conversationLayoutStyles, callBarStyles, meterStyles, startersStyles];
