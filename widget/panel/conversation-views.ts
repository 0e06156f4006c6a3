/** What a conversation needs a moment after it began, in one chunk, so that the panel opens sooner. */

export { conversationOwner } from "../persistence/conversation-owner.ts";
export { saveConversation, takeSavedConversation } from "../persistence/saved-conversation.ts";
export { LevelsController } from "./controllers/levels-controller.ts";
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
