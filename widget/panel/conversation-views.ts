/** What a conversation needs a moment after it began, in one chunk, so that the panel opens sooner. */

export { LevelsController } from "./controllers/levels-controller.ts";
export { ScrollController } from "./controllers/scroll-controller.ts";
export { leaveConversation, resumeConversation } from "./conversation-across-pages.ts";
export { conversationServices } from "./conversation-services.ts";
export { conversationStyles } from "./conversation-styles.ts";
export { MicrophoneHelp } from "./microphone-help.ts";
export { callBar } from "./views/call-bar.ts";
export { jumpButton } from "./views/jump-button.ts";
export { meter } from "./views/meter.ts";
export { starters } from "./views/starters.ts";
export { statusHelp } from "./views/status-help.ts";
