/** The console as an app: its service worker tells who waits while no tab is open, see `service-worker/`. */

const ADDRESS = "/console/service-worker.js";
const SCOPE = "/console/";

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): {
    createScriptURL(address: string): string;
  };
}

/** The page's policy takes no plain text as the address of a script. */
function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return (
    trustedTypes?.createPolicy("service-worker", { createScriptURL: (one) => one }).createScriptURL(address) ?? address
  );
}

/** A browser without them, as on plain http, has the console all the same. */
export function installApp(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  serviceWorker.register(trusted(ADDRESS), { scope: SCOPE, updateViaCache: "none" }).catch(() => {});
  serviceWorker.addEventListener("message", ({ data }: MessageEvent<{ hash: string }>) => location.assign(data.hash));
}

/** `undefined` where the browser has none, or it could not be registered. */
export const appRegistration = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker?.getRegistration(SCOPE).catch(() => undefined) ?? Promise.resolve(undefined);
