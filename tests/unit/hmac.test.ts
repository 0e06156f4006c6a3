import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { hex } from "../../worker/crypto/digest.ts";
import { hmacSha256, hmacSha512, isHmacSha256 } from "../../worker/crypto/hmac.ts";

const expected = (hash: string, secret: string, text: string) => createHmac(hash, secret).update(text).digest("hex");

test("a remembered secret signs as it did the first time, and never for another secret or hash", async () => {
  for (const secret of ["one secret", "one secret", "another", "one secret"]) {
    expect(hex(await hmacSha256(secret, "text"))).toBe(expected("sha256", secret, "text"));
    expect(hex(await hmacSha512(secret, "text"))).toBe(expected("sha512", secret, "text"));
    expect(await isHmacSha256(secret, "text", await hmacSha256(secret, "text"))).toBe(true);
    expect(await isHmacSha256("a third", "text", await hmacSha256(secret, "text"))).toBe(false);
  }
});

test("bytes and their text are the same secret", async () => {
  const bytes = new TextEncoder().encode("one secret");
  expect(hex(await hmacSha256(bytes, "text"))).toBe(expected("sha256", "one secret", "text"));
});
