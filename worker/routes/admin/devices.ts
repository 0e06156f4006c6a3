import { type DeviceCreate, deviceCreate } from "../../../shared/devices.ts";
import { inboxCredential } from "../../auth/inbox-credential.ts";
import { presentedToken } from "../../auth/operator-check.ts";
import { valueFault } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { addDevice, deviceShown, publicPushKey, removeDevice } from "../../push/devices.ts";
import { isBrowserKey } from "../../push/send-push.ts";
import { listDevices } from "../../storage/devices.ts";
import { deviceOfPath, projectOfPath } from "./of-path.ts";
import { readTarget } from "./read-target.ts";

const operation = operationsOf("Persons");

const keyFaults = async ({ keys: { p256dh } }: DeviceCreate) =>
  (await isBrowserKey(p256dh))
    ? []
    : [valueFault(["body", "keys", "p256dh"], "Write the public key as the browser gives it")];

export const pushKey = operation({
  id: "getPushKey",
  summary: "Read the key that browsers subscribe with",
  description: "The service's own for Web Push (VAPID). It changes when `KEY_SECRET` is rotated.",
  answers: { 200: { description: "As it is now.", schema: "PushKey" } },
  handle: async (c) => c.json({ public_key: await publicPushKey(c.env) }),
});

export const list = operation({
  id: "listDevices",
  summary: "List the browsers that are told when somebody waits",
  page: "DeviceList",
  async handle(c) {
    const project = await projectOfPath(c);
    const page = await listDevices(c.env.DB, project.id, readPage(c));
    return c.json({ ...page, items: page.items.map(deviceShown) });
  },
});

export const create = operation({
  id: "addDevice",
  summary: "Have a browser told when somebody waits for a person",
  description:
    "The body is what `PushSubscription.toJSON()` gives there. The same browser again is renewed. It ends with the caller's token, operator or sign-out, and once the push service says that the browser is gone.",
  body: deviceCreate,
  answers: { 201: { description: "It is told from now on.", schema: "Device" } },
  errors: ["limit_reached"],
  bounds: ["device.create"],
  async handle(c, readBody) {
    const project = await projectOfPath(c);
    const sent = await readTarget(c, readBody, "endpoint", keyFaults);
    const credential = await inboxCredential(c, presentedToken(c));
    const origin = new URL(c.req.url).origin;
    return c.json(deviceShown(await addDevice(c.env, c.var.actor, project, { credential, origin, sent })), 201);
  },
});

export const remove = operation({
  id: "removeDevice",
  summary: "Tell a browser no more",
  answers: { 204: "Nothing is sent to it any more." },
  async handle(c) {
    await removeDevice(c.env.DB, c.var.actor, await deviceOfPath(c));
    return c.body(null, 204);
  },
});
