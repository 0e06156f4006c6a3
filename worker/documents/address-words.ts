/** Characters of a path that are words of its page: they stand in the index with each of its passages. */
const MAX_PATH = 300;

/** Words of an address, which often say best what a page is about: `/docs/opening-hours.html`. */
export function addressWords(address: string): string {
  if (!URL.canParse(address)) return "";
  try {
    return decodeURIComponent(new URL(address).pathname)
      .replace(/\.[a-z]{2,5}$/i, "")
      .slice(-MAX_PATH);
  } catch {
    return "";
  }
}
