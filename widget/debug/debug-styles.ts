import { css } from "../css.ts";

/** The `debug` view. It has its own colours, independent of the owner's look. */
export const debugStyles = css`
  .debug {
    position: fixed;
    inset-block-end: 16px;
    inset-inline-start: 16px;
    z-index: 1;
    display: flex;
    flex-direction: column;
    box-sizing: border-box;
    inline-size: min(440px, calc(100vw - 32px));
    max-block-size: min(84vh, 720px);
    border: 1px solid #3a4152;
    border-radius: 14px;
    background: #12151d;
    color: #e8ebf3;
    font:
      13px/1.5 ui-monospace,
      SFMono-Regular,
      Menlo,
      Consolas,
      monospace;
    box-shadow: 0 16px 48px -12px rgb(0 0 0 / 55%);
    color-scheme: dark;
  }
  :host([data-placement="bottom-left"]) .debug {
    inset-inline: auto 16px;
  }
  .debug :is(h2, h3, ul, dl, dd, p) {
    margin: 0;
    padding: 0;
    font: inherit;
    list-style: none;
  }
  .debug header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    padding: 10px 10px 10px 16px;
    border-block-end: 1px solid #2a3040;
  }
  .debug h2 {
    flex: 1 1 11em;
    font-weight: 600;
  }
  .debug .result {
    display: block;
    color: #9aa3b8;
    font-weight: 400;
  }
  .debug button {
    min-block-size: 32px;
    padding-inline: 12px;
    border: 1px solid #6b7488;
    border-radius: 8px;
    background: #1d222e;
    color: #e8ebf3;
  }
  .debug button:hover {
    background: #2a3040;
  }
  .debug :is(button, .scroll, .events):focus-visible {
    outline: 2px solid #8fb4ff;
    outline-offset: 2px;
  }
  .debug .scroll {
    flex: 1;
    min-block-size: 0;
    padding: 4px 16px 16px;
    overflow: auto;
    overscroll-behavior: contain;
  }
  .debug h3 {
    margin-block: 12px 4px;
    color: #9aa3b8;
  }
  .debug :is(li, p) {
    overflow-wrap: anywhere;
  }
  .debug .check li {
    display: grid;
    grid-template-columns: 1.4em 1fr;
    padding-block: 2px;
  }
  .debug .good > :first-child {
    color: #5ddb9c;
  }
  .debug .bad,
  .debug .bad > :first-child {
    color: #ff9aa5;
  }
  .debug dl {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    gap: 2px 12px;
  }
  .debug dt {
    color: #9aa3b8;
  }
  .debug dd {
    overflow-wrap: anywhere;
  }
  .debug label {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    gap: 12px;
    align-items: center;
    color: #9aa3b8;
  }
  .debug meter {
    inline-size: 100%;
    block-size: 10px;
  }
  .debug .events {
    min-block-size: 5em;
    max-block-size: 180px;
    overflow: auto;
    border-radius: 8px;
    background: #0b0d13;
    padding: 8px 10px;
  }
  .debug time {
    color: #9aa3b8;
    margin-inline-end: 8px;
  }
  /* Without space beside the launcher it lies over it. */
  @media (max-width: 800px) {
    .debug {
      inset-block: 16px auto;
      max-block-size: calc(100dvh - 128px);
    }
  }
  @media (forced-colors: active) {
    .debug button {
      border-color: ButtonText;
    }
  }
`;
