/** What a conversation needs a moment after it began, in one chunk, so that the panel opens sooner. */

export { laterStyles } from "../styles/later.ts";
export { agentPicker } from "./agent-picker.ts";
export { consent } from "./consent.ts";
export { Doctor } from "./doctor.ts";
export { ending } from "./ending.ts";
export { keep, recall } from "./keeping.ts";
export { LauncherEnd } from "./launcher-end.ts";
export { Manners } from "./manners.ts";
export { parseMarkdown } from "./markdown.ts";
export { hintOddSettings } from "./odd-settings.ts";
export { Settings } from "./settings.ts";
export { talkButton } from "./talk-button.ts";
export { why } from "./why.ts";
