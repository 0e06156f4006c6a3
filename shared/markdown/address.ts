/** The page and the Worker have it; this folder is compiled for neither. */
declare const URL: new (address: string, base?: string) => { href: string; protocol: string; origin: string };

const MAX_HREF = 2_000;
/** A page that does not exist: what leaves it does not stay on the page's own site. */
const HERE = "https://here.invalid/a/b";

/**
 * The address of a link if it may be one: web, mail, telephone, or a place on the page's own site, which stays as it was
 * written. Parsed as the browser will parse it, so that nothing can hide in it.
 */
export function safeAddress(written: string): string | null {
  if (written === "" || written.length > MAX_HREF) return null;
  try {
    const url = new URL(written, HERE);
    const named = /^[a-z][a-z\d+.-]*:/i.test(written);
    if (named) return /^(?:https?:\/\/|mailto:|tel:|sms:)/i.test(written) && isOpen(url) ? url.href : null;
    return written.startsWith("//") || url.origin !== new URL(HERE).origin || /[\s\\]/.test(written) ? null : written;
  } catch {
    return null;
  }
}

const isOpen = ({ protocol }: { protocol: string }): boolean => /^(?:https?|mailto|tel|sms):$/.test(protocol);
