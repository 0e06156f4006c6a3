import type { WidgetConfig } from "../../shared/config.ts";

/** The defaults of `shared/config.ts` as plain values, without zod: a test holds the two equal. */
export const DEFAULTS: Omit<WidgetConfig, "designTokens"> = {
  branding: {
    title: null,
    subtitle: null,
    logoUrl: null,
    avatarUrl: null,
    privacyUrl: null,
    termsUrl: null,
    footer: null,
  },
  copy: {
    launcher: null,
    startCall: null,
    endCall: null,
    mute: null,
    unmute: null,
    send: null,
    inputPlaceholder: null,
    connecting: null,
    listening: null,
    thinking: null,
    speaking: null,
    ended: null,
    error: null,
    welcome: null,
    consent: null,
  },
  features: {
    voice: true,
    textInput: true,
    transcript: true,
    mute: true,
    levelMeter: true,
    feedback: true,
    greetingBubble: false,
    agentPicker: true,
    pushToTalk: false,
    consent: false,
    analytics: true,
  },
};
