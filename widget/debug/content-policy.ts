/** What the page's content security policy has stopped since this module was there, or, where browsers keep it, before. */
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
  // Firefox and older Safari have none.
}

/** The directive that keeps the page from that address, if the policy does. */
export function stoppedBy(address: string): string | null {
  const { origin } = new URL(address, location.href);
  return stopped.find(({ uri }) => uri.startsWith(origin))?.directive ?? null;
}
