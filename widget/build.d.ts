/**
 * What the build (vite.config.ts) writes into the widget. The file names are relative to the script that names
 * them: the loader's to `voice-widget.js`, the worklet's to its own chunk under `assets/`.
 */

/** e.g. `assets/panel-Cx3b9.js`: the view chunk, relative to the loader's own address. */
declare const __PANEL_CHUNK__: string;
/** The greeting beside the launcher, relative to the loader's own address. */
declare const __GREETING_CHUNK__: string;
/** What the `debug` attribute loads, relative to the loader's own address. */
declare const __DEBUG_CHUNK__: string;
/** e.g. `audio-worklet-Cx3b9.js`: for `new URL(__AUDIO_WORKLET__, import.meta.url)` in an ES chunk. */
declare const __AUDIO_WORKLET__: string;
/** The same for the worklet that tells the visitor from the page's own sound. */
declare const __GUARD_WORKLET__: string;
/** The folder with a file for each language, beside the chunks. */
declare const __TEXTS__: string;
/** The version of package.json. */
declare const __VERSION__: string;
/** What the service puts around the loader in `/embed/{key}.js`; a plain `voice-widget.js` has none. */
interface VoiceWidgetEmbed {
  readonly key: string;
  readonly config: unknown;
  readonly home: string;
}
declare const voiceWidgetEmbed: VoiceWidgetEmbed | undefined;
