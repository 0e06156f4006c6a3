/**
 * All that a page pays for before the click. One file that runs as a classic script and as a module, and that does
 * nothing where there is no document.
 */
import { defineVoiceWidget } from "./define.ts";
import { setChunkHome } from "./element/chunks.ts";
import { ownUrl } from "./element/own-url.ts";
import { placeWidget } from "./element/snippet.ts";

const url = ownUrl();
if (url) setChunkHome(url);
defineVoiceWidget();
const script = document.currentScript;
if (script instanceof HTMLScriptElement) placeWidget(script);
