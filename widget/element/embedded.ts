/** What `GET /embed/{key}.js` puts around the loader; nothing in `voice-widget.js`. */
const { key, config, home } =
  typeof voiceWidgetEmbed === "undefined" ? ({} as Partial<VoiceWidgetEmbed>) : voiceWidgetEmbed;

/** The key inside this script. */
export const embeddedKey = key;

/** The service's answer to this key, unchecked; nothing if it is not inside this script. */
export const embeddedConfig = (apiKey: string): unknown => apiKey === key && config;

/** Where the service is, with a slash at the end. */
export const embeddedHome = home;
