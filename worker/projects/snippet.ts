/** The one tag that a site's owner pastes. Its single request brings the launcher with the owner's look and words. */
export const snippet = (service_origin: string, key: string): string =>
  `<script async src="${service_origin}/embed/${key}.js"></script>`;
