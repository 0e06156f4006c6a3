import { expect, it } from "vitest";
import { sharedDomain } from "../../../worker/keys/shared-domain.ts";

/** Where a conversation may go on: decision 0154. */

const cases: [entries: string[], origin: string, domain: string | null][] = [
  [["*.bakery.example"], "https://shop.bakery.example", "bakery.example"],
  [["*.bakery.example"], "https://bakery.example", "bakery.example"],
  [["*.bakery.example", "*.eu.bakery.example"], "http://a.eu.bakery.example:8080", "bakery.example"],
  [["https://www.bakery.com", "https://shop.bakery.com"], "https://shop.bakery.com", "bakery.com"],
  [["https://bakery.com", "https://shop.bakery.com"], "https://bakery.com", "bakery.com"],
  [["https://a.shop.bakery.com", "https://b.shop.bakery.com"], "https://b.shop.bakery.com", "shop.bakery.com"],
  [["https://a.bakery.co.uk", "https://b.bakery.co.uk"], "https://a.bakery.co.uk", "bakery.co.uk"],
  // Any origin: nothing would keep another subdomain's owner out.
  [[], "https://shop.bakery.com", null],
  // Alone, and the same host on two ports, which share their cookies anyhow but are one site's business.
  [["https://shop.bakery.com"], "https://shop.bakery.com", null],
  [["https://shop.bakery.com", "https://shop.bakery.com:8443"], "https://shop.bakery.com", null],
  // Strangers.
  [["https://bakery.com", "https://other.com"], "https://bakery.com", null],
  [["https://bakery.com", "https://badbakery.com"], "https://bakery.com", null],
  [["https://ours.github.io", "https://theirs.github.io"], "https://ours.github.io", null],
  [["https://ours.co.uk", "https://theirs.co.uk"], "https://ours.co.uk", null],
  [["*.localhost"], "http://a.localhost", null],
  [["http://192.168.0.1", "http://192.168.1.1"], "http://192.168.0.1", null],
  [["http://[::1]", "http://[::2]"], "http://[::1]", null],
  [["*.bakery.example"], "null", null],
];

it.each(cases)("of %j, for a page of %s, is %s", (entries, origin, domain) => {
  expect(sharedDomain(entries, origin)).toBe(domain);
});

it("is none without a page", () => {
  expect(sharedDomain(["*.bakery.example"], null)).toBeNull();
});
