/** What a typed domain or a pasted address means: entries as the API takes them. */
export interface DomainReading {
  /** What is sent, unless the other form is chosen. */
  entry: string;
  /** Where the key works then, in words. */
  means: string;
  /** The other form that may be meant. */
  other: { entry: string; means: string } | null;
}

/** Below these every name is on this machine or in this network. */
const LOCAL = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/i;

const onlyMeans = (origin: string) => `only on ${origin}`;
const allMeans = (host: string) => `on ${host} and everything below it, such as www.${host}`;

/**
 * Reads `shop.example`, `www.shop.example/cart?x=1`, `https://shop.example/`, `localhost:3000`, `*.shop.example`.
 * @returns `null` for what is no address: the server says what is wrong with it
 */
export function readDomain(text: string): DomainReading | null {
  const typed = text.trim().toLowerCase();
  if (typed === "" || /\s/.test(typed)) return null;
  const wildcard = /^(?:https?:\/\/)?\*\.([^/:?#*]+)/.exec(typed)?.[1];
  if (wildcard) return { entry: `*.${wildcard}`, means: allMeans(wildcard), other: exactly(wildcard) };
  const hasScheme = /^https?:\/\//.test(typed);
  if (!hasScheme && /^[a-z][a-z0-9+.-]*:\/\//.test(typed)) return null;
  const bare = typed.split(/[/?#]/)[0] ?? "";
  const local = LOCAL.test(bare.replace(/:\d+$/, ""));
  const address = hasScheme ? typed : `${local ? "http" : "https"}://${typed}`;
  if (!URL.canParse(address)) return null;
  const { origin, hostname, port, username } = new URL(address);
  if (username || (!LOCAL.test(hostname) && !hostname.includes("."))) return null;
  if (LOCAL.test(hostname) || port) return { entry: origin, means: onlyMeans(origin), other: null };
  const name = hostname.replace(/^www\./, "");
  const only = { entry: origin, means: onlyMeans(origin) };
  const all = { entry: `*.${name}`, means: allMeans(name) };
  // A plain domain means the site, and most sites answer under www too; a pasted address is meant exactly.
  return !hasScheme && name.split(".").length === 2 ? { ...all, other: only } : { ...only, other: all };
}

/** An address as people type it: `shop.example/help` begins with https://, one on this machine with http://. */
export function withScheme(typed: string): string {
  const host = /^([^/?#:\s]+|\[[^\]]*\])(?::\d+)?(?=[/?#]|$)/.exec(typed)?.[1] ?? "";
  if (LOCAL.test(host)) return `http://${typed}`;
  return /[^.]\.[^.]/.test(host) ? `https://${typed}` : typed;
}

const exactly = (host: string) => ({ entry: `https://${host}`, means: onlyMeans(`https://${host}`) });
