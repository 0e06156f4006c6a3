import { originOf } from "./policy-text.ts";

interface Stopped {
  directive: string;
  uri: string;
}

/**
 * Addresses that the page's content security policy has blocked since this module was loaded, or before where the browser
 * keeps reports.
 */
const stopped: Stopped[] = [];

/** How long the browser may take to hand its reports over, milliseconds. */
const REPORTS_MS = 300;

let handedOver = () => {};
const reportsRead = new Promise<void>((read) => {
  handedOver = read;
  setTimeout(read, REPORTS_MS);
});

const note = (directive: string, uri: string) => stopped.push({ directive, uri });

document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
  note(effectiveDirective, blockedURI),
);
try {
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports) {
        const { effectiveDirective, blockedURL } = (body ?? {}) as { effectiveDirective?: string; blockedURL?: string };
        if (effectiveDirective) note(effectiveDirective, blockedURL ?? "");
      }
      handedOver();
    },
    { types: ["csp-violation"], buffered: true },
  );
  observer.observe();
} catch {
  // Firefox and older Safari have no `ReportingObserver`.
  handedOver();
}

/** Each blocked address that the widget may have asked for, by its origin: of its own service, or a socket. */
export async function stoppedOfWidget(): Promise<Stopped[]> {
  await reportsRead;
  const own = originOf(import.meta.url);
  const found = stopped
    .map(({ directive, uri }) => ({ directive, uri: originOf(uri) }))
    .filter(({ directive, uri }) => uri === own || (directive === "connect-src" && /^wss?:/.test(uri)));
  return found.filter(({ uri }, index) => found.findIndex((other) => other.uri === uri) === index);
}

/** The directive that blocks that address, if any. */
export function stoppedBy(address: string): string | null {
  const origin = originOf(new URL(address, location.href).href);
  return stopped.find(({ uri }) => uri.startsWith(origin))?.directive ?? null;
}
