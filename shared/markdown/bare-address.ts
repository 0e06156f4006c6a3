import { safeAddress } from "./address.ts";
import { CJK } from "./signs.ts";

const BARE = /(?:https?:\/\/|www\.)[^\s<"`\\{}|^“”„«»\u3000-\u3020\uff00-\uff0f\uff1a-\uff20\uff3b-\uff65]{1,2000}/iy;
const MAIL = /[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z\d-]{0,62}[a-z](?![a-z\d-]|\.[a-z\d])/iy;
/** The words after an address; in one that is written in these signs they follow `/`, `=` or each other. */
const WORDS_BEHIND = new RegExp(`(?<=[a-z\\d])${CJK}.*$`, "isu");

/** The address or mailbox that begins there without marks around it, but without the signs of the sentence behind it. */
export function bareAddressAt(text: string, at: number): { written: string; href: string } | null {
  const mail = match(MAIL, text, at);
  let written = mail || match(BARE, text, at).replace(WORDS_BEHIND, "");
  if (!mail) for (let shorter = trimmed(written); shorter !== written; shorter = trimmed(written)) written = shorter;
  if (!mail && !/\w/.test(written.replace(/^(?:https?:\/\/|www\.)/i, ""))) return null;
  const prefix = mail ? "mailto:" : /^www/i.test(written) ? "http://" : "";
  const href = written && safeAddress(prefix + written);
  return href ? { written, href } : null;
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** Signs of a sentence, and a bracket that closes one before the address. */
function trimmed(address: string): string {
  const last = address.at(-1) ?? "";
  if (/[?!.,:;*_~'"\]]/.test(last)) return address.slice(0, -1);
  if (last !== ")") return address;
  const opened = address.split("(").length;
  return address.split(")").length > opened ? address.slice(0, -1) : address;
}
