/** What a link writes to or dials, by its address; "" of any other. */
export function dialled(href: string): string {
  const target = /^(?:mailto|tel):([^?]+)/i.exec(href.slice(0, 500).trim())?.[1] ?? "";
  try {
    return decodeURIComponent(target).trim();
  } catch {
    return target.trim();
  }
}

/** Letters and digits alone, to see whether words say an address already. */
const signs = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** Whether a link's own words say what it writes to or dials; a number may be there without the code of its country. */
export function says(words: string, address: string): boolean {
  const [said, wanted] = [signs(words), signs(address)];
  return said.includes(wanted) || (/^\d+$/.test(wanted) && /\d{5}/.test(said));
}
