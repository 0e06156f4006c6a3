import { html } from "lit/html.js";
import type { Status } from "../../session/state.ts";

/**
 * The agent's picture: a sphere of the accent colour that breathes, turns faster while it thinks, and swells with the
 * sound. `LevelsController` writes `--in` and `--out` on it; without them it rests.
 */
export const orb = (status: Status, size: "large" | "medium" | "small") => html`
  <div class="orb ${size}" data-status=${status} aria-hidden="true">
    <div class="halo"></div>
    <div class="ring"></div>
    <div class="sphere"><i></i><i></i><i></i></div>
  </div>
`;

/** Shows how loud the visitor is; `LevelsController` moves it too. */
export const meter = html`<span class="meter"><i></i></span>`;
