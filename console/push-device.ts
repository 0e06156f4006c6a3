import type { Device } from "../shared/devices.ts";
import { type Api, ApiFailure } from "./api.ts";
import { appRegistration } from "./installed-app.ts";

/** This browser, as the push service and ours know it. */

/** Whom the browser's subscription belongs to: nobody else who signs in here gets its messages. */
const OWNER = "voice-widget-console:push-of";

export const knowsPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window;

/** Has this browser told when somebody waits in a project. @returns the device's id. @throws ApiFailure in words for a person */
export async function tellThisBrowser(api: Api, project_id: number, person: string): Promise<number> {
  const { public_key } = await api.get<{ public_key: string }>("/push-key");
  const subscription = await subscribe(public_key);
  own(person);
  const { endpoint, keys } = subscription.toJSON();
  const { id } = await api.post<Device>(`/projects/${project_id}/devices`, { body: { endpoint, keys } });
  return id;
}

async function subscribe(public_key: string): Promise<PushSubscription> {
  const registration = await appRegistration();
  if (!registration)
    throw new ApiFailure(0, "This browser did not take the console’s service worker. Load the page again.");
  const { pushManager } = registration;
  const before = await pushManager.getSubscription();
  if (before && keyOf(before) === public_key) return before;
  // Subscribed with a key of the service that is no longer the newest.
  await before?.unsubscribe();
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
  } catch {
    throw new ApiFailure(
      0,
      "Your browser’s push service did not answer. Check that notifications are allowed and that you are online, then try again.",
    );
  }
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function own(person: string | null): void {
  try {
    if (person === null) localStorage.removeItem(OWNER);
    else localStorage.setItem(OWNER, person);
  } catch {
    // A browser that keeps nothing has no subscription for long either.
  }
}

function owner(): string | null {
  try {
    return localStorage.getItem(OWNER);
  } catch {
    return null;
  }
}

/** Ends the subscription of an earlier user of this browser. @param person who is signed in now, `null` for nobody */
export async function endPushOfOthers(person: string | null): Promise<void> {
  if (owner() === null || owner() === person) return;
  own(null);
  const subscription = await (await appRegistration())?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
