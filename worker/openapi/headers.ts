export const HEADERS = {
  "X-Request-Id": {
    description: "Identifies this request in the service's log; give it when asking for help.",
    schema: { type: "string", minLength: 1 },
  },
  RateLimit: {
    description: 'What is left of each window, and seconds until it resets: `"minute";r=59;t=45, "day";r=9999;t=3600`.',
    schema: { type: "string", pattern: '^"minute";r=\\d+;t=\\d+, "day";r=\\d+;t=\\d+$' },
  },
  "RateLimit-Policy": {
    description: 'The windows: `"minute";q=60;w=60, "day";q=10000;w=86400`.',
    schema: { type: "string", pattern: '^"minute";q=\\d+;w=60, "day";q=\\d+;w=86400' },
  },
  "Retry-After": {
    description: "Seconds until a request can succeed again; 0 while every window has something left.",
    schema: { type: "string", pattern: "^[0-9]+$" },
  },
  ETag: { description: "Names this version of the answer.", schema: { type: "string", pattern: '^(W/)?".+"$' } },
  "Cache-Control": { description: "How the answer may be cached.", schema: { type: "string" } },
  "WWW-Authenticate": { description: "How to authenticate.", schema: { type: "string" } },
} as const;
export type HeaderName = keyof typeof HEADERS;
