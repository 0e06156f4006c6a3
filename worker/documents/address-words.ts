/** Words of an address, which often say best what a page is about: `/docs/opening-hours.html`. */
export function addressWords(address: string): string {
  if (!URL.canParse(address)) return "";
  try {
    return decodeURIComponent(new URL(address).pathname).replace(/\.[a-z]{2,5}$/i, "");
  } catch {
    return "";
  }
}
