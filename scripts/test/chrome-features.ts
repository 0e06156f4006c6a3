/**
 * Chromium's own window loads pages for its address bar and keeps a process ready for the next page: together as much
 * work as a page of ours.
 */
const OVERHEAD = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"];

/**
 * What Playwright turns off. Chromium takes the last list it is given, so ours names these too; tests/browser/chromium.test.ts
 * compares.
 */
const BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];

/** Turns off what costs a Chromium that Playwright drives time, and changes nothing for a page. */
export const WITHOUT_OVERHEAD = `--disable-features=${[...BY_PLAYWRIGHT, ...OVERHEAD].join(",")}`;
