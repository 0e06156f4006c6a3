import { readCapped, readStart, TooLarge } from "./read-capped.ts";
import { pageProblem } from "./target.ts";

/** Why a page could not be read, in words for its owner. */
export class PageUnread extends Error {
  override name = "PageUnread";
  /** The HTTP status, if there was an answer. */
  readonly status: number | null;
  /** Whether it may not be read; otherwise reading it failed. */
  readonly refused: boolean;
  /** Whether it has more bytes than are taken. */
  readonly too_large: boolean;
  constructor(
    message: string,
    options: { status?: number; refused?: boolean; too_large?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = options.status ?? null;
    this.refused = options.refused ?? false;
    this.too_large = options.too_large ?? false;
  }
}

export interface PageRequest {
  address: string;
  user_agent: string;
  accept: string;
  max_bytes: number;
  /** Whether the first `max_bytes` are taken of what has more; otherwise that is refused. */
  only_start?: boolean;
  timeout_ms: number;
  /** Whether loopback addresses may be read. */
  development: boolean;
  /**
   * Called before each hop, including the first.
   * @returns why it may not be read, or `null`
   * @throws PageUnread where nobody can tell this time
   */
  allowed?(address: string): Promise<string | null> | string | null;
  /** Headers of a hop besides the common ones, e.g. `if-none-match`. */
  headers?(address: string): Record<string, string>;
}

export interface FetchedPage {
  /** The address after all redirects. */
  address: string;
  /** The first hop's, where redirects led on from it. */
  asked: string | null;
  /** 304: the earlier version is still current. */
  unchanged: boolean;
  bytes: Uint8Array;
  content_type: string;
  etag: string | null;
  modified: string | null;
  /** `X-Robots-Tag`. */
  robots: string | null;
  /** `Link`. */
  links: string | null;
}

const MAX_HOPS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Reads one public page and follows redirects; each address is checked before it is requested.
 * @throws PageUnread
 */
export async function fetchPage(request: PageRequest): Promise<FetchedPage> {
  const signal = AbortSignal.timeout(request.timeout_ms);
  const seen = new Set<string>();
  let address = request.address;
  try {
    for (;;) {
      const problem = pageProblem(address, request.development);
      if (problem) throw new PageUnread(hop(seen, address, problem), { refused: true });
      const forbidden = (await request.allowed?.(address)) ?? null;
      if (forbidden) throw new PageUnread(hop(seen, address, forbidden), { refused: true });
      if (seen.has(address)) throw new PageUnread(`It redirects in a circle, back to ${address}.`);
      if (seen.size > MAX_HOPS) throw new PageUnread(`It redirects more than ${MAX_HOPS} times.`);
      seen.add(address);
      const response = await fetch(address, {
        headers: { "user-agent": request.user_agent, accept: request.accept, ...request.headers?.(address) },
        redirect: "manual",
        signal,
      });
      const location = REDIRECTS.has(response.status) ? response.headers.get("location") : null;
      if (location === null) {
        const asked = address === request.address ? null : request.address;
        return await taken({ address, asked }, response, request);
      }
      await response.body?.cancel();
      if (!URL.canParse(location, address)) throw new PageUnread("It redirects to an invalid address.");
      const next = new URL(location, address);
      next.hash = "";
      address = next.href;
    }
  } catch (error) {
    if (error instanceof PageUnread) throw error;
    if (signal.aborted)
      throw new PageUnread(`It did not answer within ${request.timeout_ms / 1_000} seconds.`, { cause: error });
    if (error instanceof TooLarge)
      throw new PageUnread(`It is larger than ${request.max_bytes / 1_048_576} MB.`, { too_large: true, cause: error });
    throw new PageUnread("It could not be reached. Check the address, and that the site is up.", { cause: error });
  }
}

const hop = (seen: ReadonlySet<string>, address: string, problem: string) =>
  seen.size === 0 ? `${problem}.` : `It redirects to ${address.slice(0, 300)}, which is not read: ${problem}.`;

const WORDS: Record<number, string> = {
  401: "it asks for a sign-in",
  403: "the site refuses it",
  404: "there is no such page",
  410: "the page is gone",
  429: "the site asks for fewer requests",
};

async function taken(
  where: Pick<FetchedPage, "address" | "asked">,
  response: Response,
  { max_bytes, only_start = false }: PageRequest,
): Promise<FetchedPage> {
  const { status, headers } = response;
  const page = {
    ...where,
    content_type: headers.get("content-type") ?? "",
    etag: headers.get("etag"),
    modified: headers.get("last-modified"),
    robots: headers.get("x-robots-tag"),
    links: headers.get("link"),
  };
  if (status === 304) return { ...page, unchanged: true, bytes: new Uint8Array() };
  if (status !== 200) {
    await response.body?.cancel();
    const words = WORDS[status] ?? (status >= 500 ? "the site has a fault; it is tried again tomorrow" : "no page");
    throw new PageUnread(`The site answered ${status}: ${words}.`, { status });
  }
  const length = Number(headers.get("content-length") ?? 0);
  if (length > max_bytes && !only_start) {
    await response.body?.cancel();
    throw new TooLarge(`announced ${length} bytes`);
  }
  const read = only_start ? readStart : readCapped;
  return { ...page, unchanged: false, bytes: await read(response.body, max_bytes) };
}
