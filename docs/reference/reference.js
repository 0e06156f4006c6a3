/**
 * The API's page: Scalar, from our own origin, shows our own /openapi.json. All that would lead to Scalar's services
 * (fonts, telemetry, assistant, hosted client) is off; the page's policy forbids it besides (scripts/build/headers.ts).
 */
globalThis.Scalar.createApiReference("#reference", {
  url: "/openapi.json",
  baseServerURL: location.origin,
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  showToolbar: "never",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  hideModels: false,
  documentDownloadType: "none",
  persistAuth: false,
});
