import type { PushMessage } from "../../shared/devices.ts";
import { waitingTag } from "../../shared/waiting-tag.ts";

/** The console's service worker: tells who waits while no tab is open, and says that there is no connection. It keeps no data. */

declare const self: ServiceWorkerGlobalScope;

const CONSOLE = "/console/";
/** What the page without a connection is made of. */
const OFFLINE = "/console/offline";
const KEPT = [OFFLINE, ...["offline.css", "offline.js", "icon-192.png"].map((file) => CONSOLE + file)];
const CACHE = `console-offline-${__VERSION__}`;

/** What a notification opens. */
interface Opens {
  hash: string;
}

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)));
  void self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropEarlier(), self.clients.claim()]));
});

async function dropEarlier(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.destination === "document")
    event.respondWith(fetch(request).catch(() => kept(OFFLINE)));
  else if (KEPT.includes(new URL(request.url).pathname))
    event.respondWith(fetch(request).catch(() => kept(request.url)));
});

const kept = async (address: string): Promise<Response> => (await caches.match(address)) ?? Response.error();

self.addEventListener("push", (event) => {
  const message = event.data?.json() as PushMessage | undefined;
  if (message) event.waitUntil(tell(message));
});

async function tell({ project_id, session_id, site, reason, waiting_since }: PushMessage): Promise<void> {
  const inbox = `#/projects/${project_id}/inbox`;
  const windows = await consoles();
  if (windows.some(({ focused, url }) => focused && url.includes(inbox))) return;
  const data: Opens = { hash: `${inbox}/${session_id}` };
  await self.registration.showNotification(`${site}: somebody waits for a person`, {
    body: reason ?? "",
    icon: "/console/icon-192.png",
    // The inbox shows one under the same tag, where it is open.
    tag: waitingTag(session_id, waiting_since),
    data,
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

async function open({ hash }: Opens): Promise<void> {
  const [window] = await consoles();
  if (!window) {
    await self.clients.openWindow(CONSOLE + hash);
    return;
  }
  window.postMessage({ hash } satisfies Opens);
  await window.focus();
}

/** Tabs of the console, the one used last first; not its frames. */
const consoles = async (): Promise<readonly WindowClient[]> =>
  (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).filter(
    ({ url, frameType }) => frameType !== "nested" && new URL(url).pathname === CONSOLE,
  );
