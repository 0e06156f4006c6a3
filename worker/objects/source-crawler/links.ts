/** Files that hold no text to read. */
const FILES =
  /\.(?:jpe?g|png|gif|svg|webp|avif|ico|bmp|tiff?|css|m?js|json|xml|rss|atom|zip|gz|tgz|rar|7z|mp[34]|m4[av]|ogg|wav|webm|mov|avi|docx?|xlsx?|pptx?|odt|exe|dmg|apk|iso|woff2?|ttf|eot|ics)$/i;
/** What is counted or tracked by it, or done by asking for it. */
const TRACKING =
  /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|phpsessid|jsessionid|sid|sessionid|oscsid|zenid|xtcsid|cfid|cftoken|replytocom|share)$/i;
/** A session of the visitor's, or one that people attend: a talk, a class. The visitor's has a long random value. */
const SESSION = /^(?:session|session_id|sess)$/i;
const RANDOM = /^(?:[\da-f-]{20,}|[\da-z]{20,})$/i;
/** As servers of Java write it, behind the path. */
const SESSION_OF_PATH = /;jsessionid=[^;/]*/gi;
const ACTIONS = /^(?:add[-_]to[-_]\w+|remove[-_]item|delete|logout|action)$/i;
const MAX_LENGTH = 1_000;
const MAX_SEGMENTS = 16;
/** How often a part of a path comes back in it where relative links lead in circles. */
const MAX_REPEATS = 2;

const isRandom = (value: string): boolean => RANDOM.test(value) && /\d/.test(value);

/** The address that a link of a page leads to, in one form; `null` where nothing can be read. */
export function linkedAddress(written: string, base: string): URL | null {
  if (!URL.canParse(written, base)) return null;
  const url = new URL(written, base);
  if ((url.protocol !== "https:" && url.protocol !== "http:") || url.href.length > MAX_LENGTH) return null;
  if (url.pathname.includes(";")) url.pathname = url.pathname.replace(SESSION_OF_PATH, "");
  if (FILES.test(url.pathname)) return null;
  url.hash = "";
  const parameters = [...url.searchParams];
  if (parameters.some(([name]) => ACTIONS.test(name))) return null;
  const kept = parameters.filter(([name, value]) => !TRACKING.test(name) && !(SESSION.test(name) && isRandom(value)));
  // Written once: each parameter that is deleted writes all of the address anew.
  if (kept.length < parameters.length) url.search = new URLSearchParams(kept).toString();
  const segments = url.pathname.split("/").filter(Boolean);
  if (segments.length > MAX_SEGMENTS) return null;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > MAX_REPEATS) return null;
    counts.set(segment, count);
  }
  return url;
}

/**
 * What an address has in common with those that a site makes without end, such as the months of a calendar; `null` for
 * an address that is none of these.
 */
export function shapeOf({ pathname, search, searchParams }: URL): string | null {
  const path = pathname.replace(/\d+/g, "0");
  if (search !== "") return `${path}?${[...new Set(searchParams.keys())].sort().join("&")}`;
  return /(?:^|\D)(?:19|20)\d\d[/-]\d{1,2}(?:\D|$)|week|month|calendar|kalender|agenda/i.test(pathname) &&
    path !== pathname
    ? path
    : null;
}
