/** What a conversation needs a moment after it began, in one chunk, so that the panel opens sooner. */

export { laterStyles } from "../styles/later.ts";
export { ending } from "./ending.ts";
export { LauncherEnd } from "./launcher-end.ts";
export { parseMarkdown } from "./markdown.ts";
export { listDevices, settingsView } from "./settings.ts";
export { talkButton } from "./talk-button.ts";
