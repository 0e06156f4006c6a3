/**
 * `dist/public/_headers`. Scripts and worklets are fetched with CORS from every site that embeds the widget; our own
 * pages run under a strict policy, which proves that the widget works under one. Cloudflare Turnstile may be loaded, which
 * the widget does only where the operator asks for it.
 */
const TURNSTILE = "https://challenges.cloudflare.com";
const CSP = [
  "default-src 'none'",
  `script-src 'self' ${TURNSTILE}`,
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' ws: wss:",
  "media-src 'self'",
  "manifest-src 'self'",
  // The console's test call is a page of its own, in a frame.
  `frame-src 'self' ${TURNSTILE}`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join("; ");

/**
 * The API's page runs a library that writes style elements and style attributes itself. Its scripts stand under the
 * same rule as ours.
 */
const REFERENCE_CSP = CSP.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
  .replace(" ws: wss:", "")
  .replaceAll(` ${TURNSTILE}`, "");

/** The guides are pages of text, and a script that searches them. */
const GUIDES_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

const page = (path: string, policy = CSP) => `${path}
  Content-Security-Policy: ${policy}
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: microphone=(self)
`;

export const HEADERS = `/*
  X-Content-Type-Options: nosniff

/voice-widget.js
  Access-Control-Allow-Origin: *
  Cross-Origin-Resource-Policy: cross-origin
  Cache-Control: public, max-age=300, stale-while-revalidate=86400

# The exact version. (An @ in the name would be redirected to %40, without these headers.)
/voice-widget-*
  Access-Control-Allow-Origin: *
  Cross-Origin-Resource-Policy: cross-origin
  Cache-Control: public, max-age=31536000, immutable

/release.json
  Access-Control-Allow-Origin: *
  Cross-Origin-Resource-Policy: cross-origin
  Cache-Control: public, max-age=300

/assets/*
  Access-Control-Allow-Origin: *
  Cross-Origin-Resource-Policy: cross-origin
  Cache-Control: public, max-age=31536000, immutable

/again/*
  Access-Control-Allow-Origin: *
  Cross-Origin-Resource-Policy: cross-origin
  Cache-Control: public, max-age=31536000, immutable

${page("/demo/*")}
${page("/console/*")}
${page("/playground/*")}
${page("/docs", REFERENCE_CSP)}
${page("/guides/*", GUIDES_CSP)}
/console/assets/*
  Cache-Control: public, max-age=31536000, immutable

/playground/assets/*
  Cache-Control: public, max-age=31536000, immutable
`;
