import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { PushMessage } from "../../../shared/devices.ts";
import { waitingTag } from "../../../shared/waiting-tag.ts";
import { expectGoodScreen, openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { type PushService, startPushService } from "../../harness/push/push-service.ts";
import { PlainVisitor } from "../../harness/service/plain-visitor.ts";

/** The console as an app: it is installed, says that it is offline, and tells who waits while no tab is open. */

let page: Page;
let pushService: PushService;

startDemo();
beforeEach(async () => {
  const [agent_id = 0] = demo.agent_ids;
  await admin.call("PATCH", `/agents/${agent_id}`, { name: "Ava", person: { enabled: true, wait_seconds: 600 } });
  pushService = await startPushService();
  page = await (await browser.context()).newPage();
});
afterEach(() => pushService.close());

const hire = (name: string) =>
  admin.call<{ token: string }>("POST", "/operators", { name, role: "support" }).then(({ token }) => token);
const closed = () => page.getByLabel("Tell this browser also while the console is closed");
const devices = async () =>
  (await admin.call<{ items: { id: number }[] }>("GET", `/projects/${demo.project_id}/devices`)).items;

async function openInbox(token: string): Promise<void> {
  await page.context().grantPermissions(["notifications"]);
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/inbox`, token);
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  await page.getByText("Alerts, name, shortcuts").click();
}

/** A browser without an account at its maker's push service gets this subscription. */
const subscribeAt = (subscription: PushService["subscription"]) =>
  page.addInitScript((given) => {
    let current: object | null = null;
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const text = atob(applicationServerKey.replaceAll("-", "+").replaceAll("_", "/"));
        const bytes = Uint8Array.from(text, (one) => one.charCodeAt(0));
        current = {
          options: { applicationServerKey: bytes.buffer },
          toJSON: () => given,
          unsubscribe: async () => {
            current = null;
            return true;
          },
        };
        return current;
      },
    });
  }, subscription);

async function askForPerson(): Promise<string> {
  const [agent_id = 0] = demo.agent_ids;
  const visitor = await PlainVisitor.start(server.origin, demo.api_key, agent_id, "https://harbour.example/");
  const { session } = await visitor.report({ type: "person_requested", reason: "The pot is broken" });
  expect(session.handled_by).toBe("waiting");
  return visitor.session_id;
}

/** Has the browser deliver a push message to the console's service worker. Resolves when its notification is displayed. */
async function deliver(message: PushMessage): Promise<void> {
  // What is delivered to one that is still being installed is lost.
  await expect.poll(workerState).toBe("activated");
  const inspector = await page.context().newCDPSession(page);
  const known = new Promise<string>((found) =>
    inspector.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${server.origin}/console/`);
      if (own) found(own.registrationId);
    }),
  );
  await inspector.send("ServiceWorker.enable");
  const registrationId = await known;
  // Chromium writes a notification down before it displays it, and forgets it if somebody lists notifications in between.
  const displayed: string[] = [];
  inspector.on("BackgroundService.backgroundServiceEventReceived", ({ backgroundServiceEvent }) => {
    const { eventName, instanceId } = backgroundServiceEvent;
    if (eventName === "Notification displayed") displayed.push(instanceId);
  });
  await inspector.send("BackgroundService.setRecording", { service: "notifications", shouldRecord: true });
  await inspector.send("BackgroundService.startObserving", { service: "notifications" });
  await inspector.send("ServiceWorker.deliverPushMessage", {
    origin: server.origin,
    registrationId,
    data: JSON.stringify(message),
  });
  await expect.poll(() => displayed).toContain(waitingTag(message.session_id, message.waiting_since));
}

const workerState = () =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration("/console/"))?.active?.state);

const notifications = () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration("/console/");
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
  });

test("a visitor asks while every tab of the console is closed: the browser is told, and shows who waits", async () => {
  await subscribeAt(pushService.subscription);
  await openInbox(await hire("Ada Brook"));
  await closed().check();
  await expect.poll(devices).toHaveLength(1);
  await expectGoodScreen(page, "inbox, told while closed");

  // Another page of the same origin: the console is closed, and nobody has the inbox open.
  await page.goto(`${server.origin}/demo/`);
  const session_id = await askForPerson();
  await expect.poll(() => pushService.got).toHaveLength(1);
  const { message, key } = pushService.got[0] as { message: PushMessage; key: string };
  const { waiting_since } = message;
  const { project_id } = demo;
  const site = (await admin.call<{ name: string }>("GET", `/projects/${project_id}`)).name;
  expect(message).toEqual({ project_id, session_id, site, reason: "The pot is broken", waiting_since });
  expect(key).toBe((await admin.call<{ public_key: string }>("GET", "/push-key")).public_key);

  await deliver(message);
  const hash = `#/projects/${project_id}/inbox/${session_id}`;
  const tag = `${session_id} ${waiting_since}`;
  await expect
    .poll(notifications)
    .toEqual([{ title: `${site}: somebody waits for a person`, body: "The pot is broken", tag, data: { hash } }]);

  // Under the same name it would take the first one's place without a sound.
  await deliver({ ...message, reason: "Still broken", waiting_since: waiting_since + 300_000 });
  await expect
    .poll(async () => (await notifications()).map(({ body }) => body).sort())
    .toEqual(["Still broken", "The pot is broken"]);
});

test("a click on the notification opens the conversation in a tab of the console that is there", async () => {
  await page.context().grantPermissions(["notifications"]);
  await openConsole(page, server.origin, "#/", await hire("Bea Lund"));
  const { project_id } = demo;
  // With somebody there to wait for.
  await admin.call("POST", `/projects/${project_id}/devices`, pushService.subscription);
  const session_id = await askForPerson();
  await deliver({ project_id, session_id, site: "Harbour", reason: null, waiting_since: 0 });
  await expect.poll(notifications).toHaveLength(1);
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent("serviceworker"));
  // No driver can click it: the worker gets the event that a click makes.
  await worker.evaluate(async () => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    self.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
  });
  const hash = `#/projects/${project_id}/inbox/${session_id}`;
  await expect.poll(() => page.evaluate(() => location.hash)).toBe(hash);
  await page.getByText("The pot is broken").first().waitFor();
  await expect.poll(notifications).toEqual([]);
});

test("signing out, and the switch, end it at the service", async () => {
  await subscribeAt(pushService.subscription);
  await openInbox(await hire("Cleo Marsh"));
  await closed().check();
  await expect.poll(devices).toHaveLength(1);
  await closed().uncheck();
  await expect.poll(devices).toEqual([]);
  await closed().check();
  await expect.poll(devices).toHaveLength(1);
  await page.reload();
  await page.getByText("Alerts, name, shortcuts").click();
  expect(await closed().isChecked()).toBe(true);
  expect(await devices()).toHaveLength(1);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect.poll(devices).toEqual([]);
});

test("a browser whose push service does not answer says so, and stays as it was", async () => {
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException("Registration failed", "AbortError"));
  });
  await openInbox(await hire("Dan Okoye"));
  await closed().click();
  await page.getByText("Your browser’s push service did not answer", { exact: false }).waitFor();
  expect(await closed().isChecked()).toBe(false);
  expect(await devices()).toEqual([]);
});

test("it can be installed, and without a connection it says so, and comes back by itself", async () => {
  await openConsole(page, server.origin, "#/", await hire("Eve Ito"));
  const inspector = await page.context().newCDPSession(page);
  const { errors, manifest } = await inspector.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(manifest).toMatchObject({ name: "Voice Widget console", scope: `${server.origin}/console/` });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const { installabilityErrors } = await inspector.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);

  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Sign out" }).waitFor();
});
