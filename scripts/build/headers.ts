/**
 * `dist/public/_headers`. Scripts and worklets are fetched with CORS from every site that embeds the widget; our own
 * pages run under a strict policy, which proves that the widget works under one.
 */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' ws: wss:",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join("; ");

const page = (path: string) => `${path}
  Content-Security-Policy: ${CSP}
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
/console/assets/*
  Cache-Control: public, max-age=31536000, immutable

/playground/assets/*
  Cache-Control: public, max-age=31536000, immutable
`;
