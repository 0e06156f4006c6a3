import { describe, expect, test } from "vitest";
import { readDomain, withScheme } from "../../console/parts/domain-forms.ts";
import { parseDomainEntry } from "../../worker/keys/allowed-domain.ts";

const read = (text: string) => {
  const reading = readDomain(text);
  return reading && [reading.entry, reading.other?.entry ?? null];
};

describe("a domain as people type it", () => {
  test.each([
    ["shop.example", "*.shop.example", "https://shop.example"],
    ["  Shop.Example ", "*.shop.example", "https://shop.example"],
    ["www.shop.example", "*.shop.example", "https://www.shop.example"],
    ["shop.example/cart?x=1#top", "*.shop.example", "https://shop.example"],
    ["blog.shop.example", "https://blog.shop.example", "*.blog.shop.example"],
    ["https://shop.example/products/1?utm=x", "https://shop.example", "*.shop.example"],
    ["http://www.shop.example", "http://www.shop.example", "*.shop.example"],
    ["*.shop.example", "*.shop.example", "https://shop.example"],
    ["https://*.shop.example", "*.shop.example", "https://shop.example"],
    ["https://shop.example:8443/x", "https://shop.example:8443", null],
    ["localhost:3000", "http://localhost:3000", null],
    ["http://localhost", "http://localhost", null],
    ["192.168.0.10:8080/app", "http://192.168.0.10:8080", null],
    ["bücher.example", "*.xn--bcher-kva.example", "https://xn--bcher-kva.example"],
  ])("%s is %s, or %s", (text, entry, other) => {
    expect(read(text)).toEqual([entry, other]);
    // What is offered is what the service takes.
    for (const one of [entry, other]) if (one) expect(parseDomainEntry(one)).toEqual({ entry: one });
  });

  test.each([
    "",
    "  ",
    "shop",
    "my shop",
    "ftp://shop.example",
    "javascript:alert(1)",
    "https://user@shop.example",
    "https://",
  ])("%j is no address", (text) => expect(read(text)).toBeNull());
});

test.each([
  ["shop.example", "https://shop.example"],
  ["www.shop.example/help?x=1#top", "https://www.shop.example/help?x=1#top"],
  ["localhost:3000/hook", "http://localhost:3000/hook"],
  ["127.0.0.1/a", "http://127.0.0.1/a"],
  ["[::1]:8080", "http://[::1]:8080"],
  ["http://shop.example", "http://shop.example"],
  ["HTTPS://shop.example", "HTTPS://shop.example"],
  // What is no address stays as it is: the server says what is wrong with it.
  ["", ""],
  ["shop", "shop"],
  ["mailto:ada@shop.example", "mailto:ada@shop.example"],
  ["javascript:alert(1)", "javascript:alert(1)"],
  ["our shop.example", "our shop.example"],
])("an address that is typed as %j is sent as %j", (typed, sent) => {
  expect(withScheme(typed)).toBe(sent);
});
