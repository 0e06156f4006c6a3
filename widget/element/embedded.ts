/** What `GET /embed/{key}.js` puts around the loader; nothing in `voice-widget.js`. */
export const {
  /** The key inside this script. */
  key: embeddedKey,
  config,
  /** Where the service is, with a slash at the end. */
  home: embeddedHome,
} = typeof voiceWidgetEmbed === "undefined" ? ({} as Partial<VoiceWidgetEmbed>) : voiceWidgetEmbed;

/** The service's answer to this key, unchecked; nothing if it is not inside this script. */
export const embeddedConfig = (apiKey: string): unknown => apiKey === embeddedKey && config;
