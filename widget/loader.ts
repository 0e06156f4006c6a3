/**
 * All that a page loads before the click. One file that runs as a classic script and as a module, and does nothing without a
 * document.
 */
import { defineVoiceWidget } from "./define.ts";
import { setChunkHome } from "./element/chunks.ts";
import { embeddedKey } from "./element/embedded.ts";
import { scriptUrl } from "./element/script-url.ts";
import { placeWidget } from "./element/snippet.ts";

const url = scriptUrl();
// `/embed/{key}.js` is in a folder beside the plain script.
if (url) setChunkHome(embeddedKey ? new URL("../", url).href : url);
// A module has no currentScript: its tag is found by its address.
const script = document.currentScript ?? [...document.scripts].find(({ src }) => src === url);
defineVoiceWidget();
if (script) placeWidget(script as HTMLScriptElement);
