/**
 * Addresses that the page's content security policy has blocked since this module was loaded, or before where the browser
 * keeps reports.
 */
const stopped: { directive: string; uri: string }[] = [];

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
    },
    { types: ["csp-violation"], buffered: true },
  );
  observer.observe();
} catch {
  // Firefox and older Safari have no `ReportingObserver`.
}

/** The directive that blocks that address, if any. */
export function stoppedBy(address: string): string | null {
  const { origin } = new URL(address, location.href);
  return stopped.find(({ uri }) => uri.startsWith(origin))?.directive ?? null;
}
