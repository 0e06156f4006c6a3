// Long: one style sheet, whose rules depend on their order.
import { css } from "lit";

export const previewStyles = css`
  :host {
    position: relative;
    container-type: size;
    display: flex;
    align-items: end;
    justify-content: end;
    min-height: 100%;
    overflow: hidden;
    border-radius: inherit;
    background: #eceef2;
    color: var(--text);
    font: var(--size) / 1.45 var(--font);
    user-select: none;
  }
  :host([data-theme="dark"]) {
    background: #08090c;
  }
  * {
    box-sizing: border-box;
    margin: 0;
  }
  svg {
    width: 22px;
    height: 22px;
    fill: none;
    stroke: currentcolor;
    stroke-width: 2.4;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  small {
    color: var(--mutedText);
    font-size: 0.87em;
  }
  /* A page that has something to say, without saying it. */
  .page {
    position: absolute;
    inset: 0;
    display: grid;
    gap: 14px;
    align-content: start;
    padding: 8%;
  }
  .page i {
    width: 60%;
    height: 12px;
    border-radius: 6px;
    background: rgb(120 128 145 / 0.18);
  }
  .page i:first-child {
    width: 38%;
    height: 26px;
    margin-bottom: 10px;
  }
  .page i:nth-child(3) {
    width: 72%;
  }
  .page i:nth-child(5) {
    width: 46%;
  }
  .stand {
    position: relative;
    display: grid;
    gap: 12px;
    justify-items: end;
    width: 100%;
    padding: min(var(--offset), 14cqw);
  }
  .launcher {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 12px;
    min-width: 56px;
    max-width: 100%;
    height: 56px;
    padding: 0 24px 0 20px;
    border-radius: var(--launcher-radius);
    background: var(--accent);
    color: var(--onAccent);
    font-weight: 600;
    white-space: nowrap;
    box-shadow: 0 8px 24px -6px rgb(10 14 30 / 0.35);
  }
  .launcher.open {
    padding: 0;
  }
  .launcher span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .bubble {
    max-width: 85%;
    padding: 0.7em 1em;
    border-radius: var(--radius);
    background: var(--background);
    box-shadow: 0 6px 24px rgb(10 14 30 / 0.16);
  }
  .panel {
    display: flex;
    flex-direction: column;
    width: min(var(--width), 100%);
    height: min(var(--height), 100cqh - 68px - 2 * min(var(--offset), 14cqw));
    overflow: hidden;
    border: 1px solid var(--border);
    border-radius: var(--radius);
    background: var(--background);
    box-shadow: 0 24px 64px -16px rgb(10 14 30 / 0.35);
  }
  .header {
    display: flex;
    gap: 12px;
    align-items: center;
    padding: 14px 16px;
    border-bottom: 1px solid var(--border);
  }
  .avatar {
    display: grid;
    place-items: center;
    flex: none;
    width: 36px;
    height: 36px;
    border-radius: 50%;
    background: var(--accent);
    color: var(--onAccent);
    font-weight: 600;
  }
  .who {
    display: grid;
    min-width: 0;
    line-height: 1.25;
  }
  .who > * {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .body {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-height: 0;
    overflow: hidden;
    padding: 16px;
  }
  .middle {
    display: grid;
    flex: 1;
    gap: 12px;
    align-content: center;
    justify-items: center;
    text-align: center;
  }
  .middle.low {
    flex: none;
    padding-top: 8px;
  }
  .middle.low .orb {
    width: 52px;
    height: 52px;
  }
  .welcome {
    font-size: 1.2em;
    font-weight: 600;
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
  .orb {
    display: grid;
    place-items: center;
    width: 92px;
    height: 92px;
    border-radius: 50%;
    background: radial-gradient(circle at 35% 30%, color-mix(in srgb, var(--accent) 70%, white), var(--accent));
    color: var(--onAccent);
  }
  .button {
    max-width: 100%;
    overflow: hidden;
    padding: 0.6em 1.3em;
    border-radius: min(var(--radius), 24px);
    background: var(--accent);
    color: var(--onAccent);
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .button.soft {
    background: var(--surface);
    color: var(--text);
  }
  .button.end {
    background: var(--danger);
    color: var(--onDanger);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    justify-content: center;
    max-width: 100%;
  }
  .talk {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: 8px;
    justify-content: end;
    min-height: 0;
    overflow: hidden;
  }
  .talk p {
    align-self: start;
    max-width: 85%;
    padding: 0.55em 0.85em;
    border-radius: min(var(--radius), 20px);
    background: var(--surface);
    overflow-wrap: anywhere;
  }
  .talk .user {
    align-self: end;
    background: var(--accent);
    color: var(--onAccent);
  }
  .composer {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    margin: 0 12px 12px;
    padding: 5px 5px 5px 14px;
    border: 1px solid var(--border);
    border-radius: min(var(--radius), 24px);
    background: var(--surface);
    color: var(--mutedText);
  }
  .composer span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .composer b {
    display: grid;
    place-items: center;
    flex: none;
    width: 36px;
    height: 36px;
    border-radius: min(var(--radius), 18px);
    background: var(--accent);
    color: var(--onAccent);
  }
  .footer {
    padding: 0 16px 12px;
    color: var(--mutedText);
    font-size: 0.8em;
    text-align: center;
  }
`;
