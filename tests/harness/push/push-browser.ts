/** A browser that has subscribed to push messages, written from RFC 8291, RFC 8188 and RFC 8292. */

const text = (value: string) => new TextEncoder().encode(value);
const toBase64Url = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const fromBase64Url = (value: string) =>
  Uint8Array.from(atob(value.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

async function hkdf(secret: BufferSource, salt: BufferSource, info: BufferSource, bytes: number) {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, bytes * 8);
}

export interface PushBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** What a message says. @throws Error where it is for another browser */
  read(body: ArrayBuffer): Promise<unknown>;
}

export async function subscribedBrowser(endpoint: string): Promise<PushBrowser> {
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const pair = (await crypto.subtle.generateKey(curve, true, ["deriveBits"])) as CryptoKeyPair;
  const own = new Uint8Array((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer);
  const auth = crypto.getRandomValues(new Uint8Array(16));
  return {
    subscription: { endpoint, keys: { p256dh: toBase64Url(own), auth: toBase64Url(auth) } },
    async read(body) {
      const bytes = new Uint8Array(body);
      const salt = bytes.slice(0, 16);
      const length = bytes[20] ?? 0;
      const theirs = bytes.slice(21, 21 + length);
      const publicKey = await crypto.subtle.importKey("raw", theirs, curve, false, []);
      // Cloudflare's types call it `$public`.
      const shared = await crypto.subtle.deriveBits({ name: "ECDH", public: publicKey } as never, pair.privateKey, 256);
      const secret = await hkdf(shared, auth, new Uint8Array([...text("WebPush: info\0"), ...own, ...theirs]), 32);
      const key = await hkdf(secret, salt, text("Content-Encoding: aes128gcm\0"), 16);
      const iv = await hkdf(secret, salt, text("Content-Encoding: nonce\0"), 12);
      const gcm = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
      const plain = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, gcm, bytes.slice(21 + length)));
      return JSON.parse(new TextDecoder().decode(plain.slice(0, plain.lastIndexOf(2))));
    },
  };
}

/** What the service says of itself. @throws Error where its signature is another's */
export async function readVapid(authorization: string): Promise<{ key: string; claims: Record<string, unknown> }> {
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const publicKey = await crypto.subtle.importKey("raw", fromBase64Url(key), curve, false, ["verify"]);
  const hash = { name: "ECDSA", hash: "SHA-256" };
  if (!(await crypto.subtle.verify(hash, publicKey, fromBase64Url(signature), text(`${head}.${claims}`))))
    throw new Error("The signature is another's");
  return { key, claims: JSON.parse(new TextDecoder().decode(fromBase64Url(claims))) };
}
