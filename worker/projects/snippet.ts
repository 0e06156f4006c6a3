/** The one tag that a site's owner pastes. Its single request brings the launcher with the owner's look and words. It
 * names a channel, or has a key in it. */
export const snippet = (service_origin: string, name: string): string =>
  `<script async src="${service_origin}/embed/${name}.js"></script>`;
