import { conversationLayoutStyles } from "./conversation-layout-styles.ts";
import { launcherOpenStyles } from "./launcher-open-styles.ts";
import { panelStyles } from "./panel-styles.ts";
import { publishedStyles } from "./published-styles.ts";
import { callBarStyles } from "./views/call-bar-styles.ts";
import { controlStyles } from "./views/controls-styles.ts";
import { meterStyles } from "./views/meter-styles.ts";
import { orbMoodStyles } from "./views/orb-mood-styles.ts";
import { orbStyles } from "./views/orb-styles.ts";
import { stageStyles } from "./views/stage-styles.ts";
import { transcriptStyles } from "./views/transcript-styles.ts";

/** The panel's styles in the order in which the rules apply. A list, since the bundler would move a single text to its use. */
export const panelSheets = [
  stageStyles,
  panelStyles,
  controlStyles,
  orbStyles,
  transcriptStyles,
  orbMoodStyles,
  conversationLayoutStyles,
  callBarStyles,
  meterStyles,
];

/** The element's own once the panel is loaded. */
export const launcherSheets = [launcherOpenStyles, publishedStyles];
