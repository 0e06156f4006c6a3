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

/** @param disposition `report` where the policy only reports, and stops nothing */
function note(disposition: string | undefined, directive: string | undefined, uri: string): void {
  if (disposition === "enforce" && directive) stopped.push({ directive, uri });
}

document.addEventListener("securitypolicyviolation", ({ disposition, effectiveDirective, blockedURI }) =>
  note(disposition, effectiveDirective, blockedURI),
);
try {
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports) {
        const { disposition, effectiveDirective, blockedURL } = (body ?? {}) as {
          disposition?: string;
          effectiveDirective?: string;
          blockedURL?: string;
        };
        note(disposition, effectiveDirective, blockedURL ?? "");
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

/** What was blocked at the widget's own service or at an address that `text` names, and every blocked socket; by origin. */
export async function stoppedOfWidget(text: string): Promise<Stopped[]> {
  await reportsRead;
  const own = [import.meta.url, ...(text.match(/https?:\S+/g) ?? [])].map(originOf);
  return stopped
    .map(({ directive, uri }) => ({ directive, uri: originOf(uri) }))
    .filter(({ directive, uri }) => own.includes(uri) || (directive === "connect-src" && /^wss?:/.test(uri)));
}

/** The directive that blocks that address, if any. */
export function stoppedBy(address: string): string | null {
  const { origin } = new URL(address, location.href);
  return stopped.find(({ uri }) => uri.startsWith(origin))?.directive ?? null;
}
