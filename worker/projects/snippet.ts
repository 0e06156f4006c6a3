/** The tag that a site's owner pastes; everything else is found beside the script's own address. */
export const snippet = (service_origin: string, key: string): string =>
  `<script type="module" src="${service_origin}/voice-widget.js"></script>\n<voice-widget api-key="${key}"></voice-widget>`;
