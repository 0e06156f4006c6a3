import { css } from "../css.ts";

/**
 * The design tokens in force, for the page's own slots and parts: inside the shadow root, since on the element itself they
 * would be read back as the page's. The widget's own styles never read them.
 */
export const publishedStyles = css`
  .root {
    --voice-widget-accent: var(--_accent);
    --voice-widget-on-accent: var(--_on-accent);
    --voice-widget-background: var(--_bg);
    --voice-widget-surface: var(--_surface);
    --voice-widget-text: var(--_text);
    --voice-widget-muted-text: var(--_muted);
    --voice-widget-border: var(--_border);
    --voice-widget-danger: var(--_danger);
    --voice-widget-font-family: var(--_font-family);
    --voice-widget-radius: var(--_radius);
    --voice-widget-launcher-radius: var(--_launcher-radius);
    --voice-widget-width: var(--_width);
    --voice-widget-height: var(--_height);
    --voice-widget-offset: var(--_offset);
    --voice-widget-z-index: var(--_z-index);
  }
`;
