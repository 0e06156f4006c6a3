/** The config inside the script: `GET /embed/{key}.js` puts it around the loader. */
const embedded = typeof voiceWidgetEmbed === "undefined" ? null : voiceWidgetEmbed;

/** The key inside this script; null if the script is `voice-widget.js`. */
export const embeddedKey: string | null = embedded?.key ?? null;

/** The service's answer to this key, unchecked; null if it is not inside this script. */
export const embeddedConfig = (apiKey: string): unknown => (apiKey === embeddedKey ? embedded?.config : null);
