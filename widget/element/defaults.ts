import type { WidgetConfig } from "../../shared/config.ts";

/**
 * The defaults of `shared/config.ts` as plain values: zod stays out of the loader, and the launcher is painted before
 * any answer is there. A test holds the two equal.
 */
export const DEFAULTS: WidgetConfig = {
  designTokens: {
    accent: "#2f5bea",
    onAccent: "auto",
    background: "auto",
    surface: "auto",
    text: "auto",
    mutedText: "auto",
    border: "auto",
    danger: "auto",
    fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    fontSize: 15,
    radius: 18,
    launcherRadius: 32,
    width: 384,
    height: 620,
    offset: 20,
    zIndex: 2_147_483_000,
  },
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
    consent: false,
    analytics: true,
  },
};
