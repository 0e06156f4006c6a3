/**
 * All that a page loads before the click. One file that runs as a classic script and as a module, and does nothing without a
 * document.
 */
import { defineVoiceWidget } from "./define.ts";
import { runningScript, scriptUrl } from "./element/running-script.ts";
import { placeWidget } from "./element/snippet.ts";

defineVoiceWidget();
// A module has no currentScript: its tag is found by its address.
placeWidget(runningScript ?? [...document.scripts].find(({ src }) => src === scriptUrl));
