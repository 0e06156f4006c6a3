import type { Inline } from "./tree.ts";

/** The page and the Worker have it; this folder is compiled for neither. */
declare const URL: new (address: string) => { hostname: string };

/** An address of the web, or a host that stands alone; in it the host as it is read, with what hides before an `@`. */
const WEB = /(?:https?:\/\/|(?<![\p{L}\d])www\.)([^\s/?#\\]+)|^((?:[\p{L}\d-]+\.)+\p{L}{2,})(?:[/:?#]\S*)?$/iu;
const MAIL = /(?<![^\s@<>()])[^\s@<>()]+@[^\s@<>()]+/;
/** Characters of a link's words. */
const LOOKED_AT = 500;
/** Digits of a telephone number, at least. */
const FEW_DIGITS = 5;

/**
 * Where a link really leads, if its words name another host, mailbox or number: to be shown beside them. "" where they do not. What an
 * agent writes may be somebody else's words.
 */
export function realTarget(href: string, content: readonly Inline[]): string {
  const words = textOf(content).slice(0, LOOKED_AT).trim();
  const [, scheme = "", rest = ""] = /^([a-z]+):(?:\/\/)?(.*)$/is.exec(href) ?? [];
  if (/^https?$/i.test(scheme)) {
    const [, within, alone] = WEB.exec(words) ?? [];
    const named = within ?? alone;
    const host = hostOf(href);
    return named === undefined || (!named.includes("@") && related(hostOf(`https://${named}`), host)) ? "" : host;
  }
  if (scheme === "mailto") {
    const mailbox = decoded(rest.split("?")[0] ?? "");
    const named = MAIL.exec(words)?.[0];
    return named === undefined || named.toLowerCase() === mailbox.toLowerCase() ? "" : mailbox;
  }
  const [named, number] = [digitsOf(words).replace(/^0+/, ""), rest.split(/[?;]/)[0] ?? ""];
  return named.length < FEW_DIGITS || digitsOf(number).endsWith(named) ? "" : decoded(number);
}

const textOf = (content: readonly Inline[]): string =>
  content.map((inline) => ("text" in inline ? inline.text : textOf(inline.content))).join("");
const digitsOf = (text: string): string => text.replace(/\D/g, "");
/** One of them is the other, or is below it. */
const related = (one: string, other: string): boolean =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);

function hostOf(address: string): string {
  try {
    return new URL(address).hostname.replace(/^www\.|\.$/g, "");
  } catch {
    return "";
  }
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
