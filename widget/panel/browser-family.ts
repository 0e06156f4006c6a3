import type { BrowserFamily } from "../i18n/messages.ts";

/** Reads the user agent; iPads call themselves Macs, but have a touch screen. */
export function browserOf(userAgent: string, touchPoints: number): BrowserFamily {
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return "ios";
  if (/Firefox\//.test(userAgent)) return "firefox";
  if (/Safari\//.test(userAgent) && !/Chrom(?:e|ium)\/|Android/.test(userAgent)) return "safari";
  return "chromium";
}
