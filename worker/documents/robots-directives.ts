/** What a rule for crawlers may say with a colon in it; any other name before a colon is a crawler's. */
const VALUED = new Set(["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"]);

/** Whether one list of directives keeps a page out of an index. */
function keepsOut(directives: readonly string[], now: number): boolean {
  return directives.some((directive) => {
    const [name = "", ...rest] = directive.split(":");
    const key = name.trim().toLowerCase();
    if (key === "noindex" || key === "none") return true;
    if (key !== "unavailable_after") return false;
    const until = Date.parse(
      rest
        .join(":")
        .trim()
        .replace(/(\d{1,2})-([a-z]{3})-(\d{2,4})/i, "$1 $2 $3"),
    );
    return Number.isFinite(until) && until < now;
  });
}

/** The directives of a list; a date may hold a comma behind its weekday. */
function listed(text: string): string[] {
  const parts = text.slice(0, 4_000).split(",");
  const whole: string[] = [];
  for (const part of parts) {
    const before = whole.at(-1);
    if (before !== undefined && /unavailable_after\s{0,9}:\s{0,9}[a-z]{3,9}\s{0,9}$/i.test(before.slice(-60)))
      whole[whole.length - 1] = `${before},${part}`;
    else whole.push(part.trim());
  }
  return whole;
}

/**
 * Whether a page may not be kept for search.
 * @param metas the page's own rules, by the name that they are for
 * @param header `X-Robots-Tag`: a crawler's name in it holds for all that follows, up to the next name
 * @param agent our crawler's name
 */
export function isNoindex(
  { metas, header }: { metas: readonly { name: string; content: string }[]; header: string | null },
  agent: string,
  now: number,
): boolean {
  const own = agent.toLowerCase();
  const meant = (name: string) => name === "robots" || name === own;
  const said = metas.filter(({ name }) => meant(name)).flatMap(({ content }) => listed(content));
  let bot = "robots";
  for (const directive of listed(header ?? "")) {
    const colon = directive.indexOf(":");
    const name = colon === -1 ? "" : directive.slice(0, colon).trim().toLowerCase();
    const named = name !== "" && !VALUED.has(name);
    if (named) bot = name;
    if (meant(bot)) said.push(named ? directive.slice(colon + 1).trim() : directive);
  }
  return keepsOut(said, now);
}
