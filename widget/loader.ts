/**
 * All that a page loads before the click. One file that runs as a classic script and as a module, and does nothing without a
 * document.
 */
import { defineVoiceWidget } from "./define.ts";
import { setChunkHome } from "./element/chunks.ts";
import { embeddedHome } from "./element/embedded.ts";
import { scriptUrl } from "./element/script-url.ts";
import { placeWidget } from "./element/snippet.ts";

const { currentScript } = document;
// An element of the page may have that name, and is then found instead: `<img name="currentScript" src="…">`.
const running = currentScript?.localName === "script" ? (currentScript as HTMLScriptElement) : null;
const url = scriptUrl(running);
setChunkHome(embeddedHome ?? url);
defineVoiceWidget();
// A module has no currentScript: its tag is found by its address.
placeWidget(running ?? [...document.scripts].find(({ src }) => src === url));
