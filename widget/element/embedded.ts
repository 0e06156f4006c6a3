/** The config that came inside the script: `GET /embed/{key}.js` puts it around the loader. */
const embedded = typeof voiceWidgetEmbed === "undefined" ? null : voiceWidgetEmbed;

/** The key whose page loads this script; null where the script is `voice-widget.js`. */
export const embeddedKey: string | null = embedded?.key ?? null;

/** The service's answer to this key, unchecked; null where another script, or none, brought it. */
export const embeddedConfig = (apiKey: string): unknown => (apiKey === embeddedKey ? embedded?.config : null);
