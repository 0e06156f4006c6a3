/** What a conversation needs a moment after it began, in one chunk, so that the panel opens sooner. */

export { LevelsController } from "./controllers/levels-controller.ts";
export { leaveConversation, resumeConversation } from "./conversation-across-pages.ts";
export { conversationServices } from "./conversation-services.ts";
export { conversationStyles } from "./conversation-styles.ts";
export { MicrophoneHelp } from "./microphone-help.ts";
export { agentPicker } from "./views/agent-picker.ts";
export { consent } from "./views/consent.ts";
export { DeviceSettings } from "./views/device-settings.ts";
export { ending } from "./views/ending.ts";
export { parseMarkdown } from "./views/markdown.ts";
export { searching, sourceLinks } from "./views/source-links.ts";
export { starters } from "./views/starters.ts";
export { statusHelp } from "./views/status-help.ts";
export { talkButton } from "./views/talk-button.ts";
