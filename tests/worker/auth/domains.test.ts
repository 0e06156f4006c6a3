import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { originOfRequest } from "../../../worker/auth/request-origin.ts";
import { visitorNetwork, visitorOf } from "../../../worker/auth/visitor.ts";
import { createRequestContext } from "../../../worker/http/request-context.ts";
import { parseDomainEntry } from "../../../worker/keys/allowed-domain.ts";
import { originMatches } from "../../../worker/keys/origin.ts";
import { readVariables } from "../../../worker/variables.ts";

describe("an entry is stored as", () => {
  test.each([
    ["https://shop.example.com", "https://shop.example.com"],
    ["  https://shop.example.com  ", "https://shop.example.com"],
    ["HTTPS://Shop.Example.COM", "https://shop.example.com"],
    ["https://shop.example.com/", "https://shop.example.com"],
    ["https://shop.example.com.", "https://shop.example.com"],
    ["https://shop.example.com:443", "https://shop.example.com"],
    ["http://shop.example.com:80", "http://shop.example.com"],
    ["http://shop.example.com:443", "http://shop.example.com:443"],
    ["https://shop.example.com:8443/", "https://shop.example.com:8443"],
    ["https://münchen.example", "https://xn--mnchen-3ya.example"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://192.0.2.7:8080", "http://192.0.2.7:8080"],
    ["http://[2001:DB8::1]:8080", "http://[2001:db8::1]:8080"],
    ["*.example.com", "*.example.com"],
    ["*.Example.COM.", "*.example.com"],
    ["*.münchen.de", "*.xn--mnchen-3ya.de"],
    ["*.shop.example.co.uk", "*.shop.example.co.uk"],
    ["*.acme.github.io", "*.acme.github.io"],
    ["*.localhost", "*.localhost"],
    ["*.corp.internal", "*.corp.internal"],
    ["*.example", "*.example"],
    ["*.invalid", "*.invalid"],
    ["*.shop.example", "*.shop.example"],
  ])("%s → %s", (text, entry) => {
    expect(parseDomainEntry(text)).toEqual({ entry });
  });
});

describe("an entry is refused with what to write instead", () => {
  test.each([
    ["", "https://example.com"],
    ["*", "Leave the list empty"],
    ["null", "sandboxed"],
    ["example.com", "https://example.com"],
    ["www.example.com/shop", "https://www.example.com"],
    ["localhost:3000", "https://"],
    ["https://example.com/shop", "write https://example.com"],
    ["https://example.com/?a=1", "write https://example.com"],
    ["https://example.com#a", "write https://example.com"],
    ["https://user:pass@example.com", "user name"],
    ["https://@example.com", "user name"],
    ["https://*.example.com", "*.example.com"],
    ["*.example.com:8443", "without scheme, port"],
    ["*.https://example.com", "without scheme, port"],
    ["*.*.example.com", "without scheme, port"],
    ["*.", "*.example.com"],
    ["*.com", "Anyone can register"],
    ["*.co.uk", "Anyone can register"],
    ["*.github.io", "Anyone can register"],
    ["*.xn--p1ai", "Anyone can register"],
    ["*.рф", "Anyone can register"],
    ["*.nosuchtld", "Anyone can register"],
    ["*.192.0.2.7", "IP address"],
    ["*.a..com", "not a domain name"],
    ["*.-a.com", "not a domain name"],
    ["ftp://example.com", "http:// or https://"],
    ["javascript://example.com", "http:// or https://"],
    ["https://", "not a valid origin"],
    ["https://example.com:99999", "not a valid origin"],
    ["https://exa mple.com", "not a valid origin"],
    ["https:\\\\example.com", "https://"],
    ["https://a.example, https://b.example", "not a valid origin"],
  ])("%s", (text, words) => {
    const parsed = parseDomainEntry(text);
    expect("problem" in parsed ? parsed.problem : parsed).toContain(words);
  });
});

describe("an origin", () => {
  const wildcard = ["*.example.com"];
  const exact = ["https://shop.example.com", "http://localhost:3000"];
  test.each<[string[], string | null, boolean]>([
    [exact, "https://shop.example.com", true],
    [exact, "https://SHOP.example.com:443", true],
    [exact, "https://shop.example.com.", true],
    [exact, "http://shop.example.com", false],
    [exact, "https://shop.example.com:8443", false],
    [exact, "https://www.shop.example.com", false],
    [exact, "https://shop.example.com.evil.example", false],
    [exact, "https://shop.example.com/path", false],
    [exact, "https://shop.example.com@evil.example", false],
    [exact, "http://localhost:3000", true],
    [exact, "http://localhost", false],
    [exact, "null", false],
    [exact, "", false],
    [exact, null, false],
    [exact, "https://shop.example.com https://evil.example", false],
    [wildcard, "https://example.com", true],
    [wildcard, "http://example.com:8080", true],
    [wildcard, "https://a.b.example.com", true],
    [wildcard, "capacitor://app.example.com", true],
    [wildcard, "https://a.EXAMPLE.com.", true],
    [wildcard, "https://badexample.com", false],
    [wildcard, "https://example.com.evil.example", false],
    [wildcard, "https://example.org", false],
    [wildcard, "https://evil.example/.example.com", false],
    [wildcard, "https://evil.example?.example.com", false],
    [wildcard, "https://evil.example#.example.com", false],
    [wildcard, "https://evil.example\\.example.com", false],
    [wildcard, "example.com", false],
    [wildcard, "null", false],
    [wildcard, null, false],
    [["*.xn--mnchen-3ya.de"], "https://www.münchen.de", true],
    [["http://[2001:db8::1]:8080"], "http://[2001:DB8:0::1]:8080", true],
    [[], "https://example.com", false],
  ])("%j %s %j", (entries, origin, allowed) => {
    expect(originMatches(entries, origin)).toBe(allowed);
  });
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::ffff:c000:207", "192.0.2.7"],
  ["0:0:0:0:0:FFFF:C000:0207", "192.0.2.7"],
  ["::ffff:c000:208", "192.0.2.8"],
  ["0:0:0:0:0:ffff:192.0.2.9", "192.0.2.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1::2:3:4:5", "2001:db8:1:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("the visitor's network of %s is %s", (address, network) => {
  expect(visitorNetwork(address)).toBe(network);
});

describe("the origin of a request is", () => {
  const of = (headers: Record<string, string>) =>
    originOfRequest(new Request("https://voice.example:8443/widget/v1/config", { headers }));
  test.each([
    ["what a browser says", { Origin: "https://shop.example", "Sec-Fetch-Site": "cross-site" }, "https://shop.example"],
    ["the service's own for a GET of its own page", { "Sec-Fetch-Site": "same-origin" }, "https://voice.example:8443"],
    ["what is said, whatever else is", { Origin: "null", "Sec-Fetch-Site": "same-origin" }, "null"],
    ["unknown for a server", {}, null],
    ["unknown for another page of the same site", { "Sec-Fetch-Site": "same-site" }, null],
    ["unknown for an address that somebody typed", { "Sec-Fetch-Site": "none" }, null],
    ["unknown for a foreign page", { "Sec-Fetch-Site": "cross-site" }, null],
  ])("%s", (_, headers, origin) => {
    expect(of(headers as Record<string, string>)).toBe(origin);
  });
});

describe("where a request comes from", () => {
  const of = (address: string | null, VISITOR_ADDRESS: "cloudflare" | "none") => {
    const headers = address === null ? undefined : { "CF-Connecting-IP": address };
    const context = createRequestContext(new Request("https://voice.example/", { headers }));
    return visitorOf(context, { ...readVariables(env), KEY_SECRET: ["salt"], VISITOR_ADDRESS });
  };
  test("is the address that Cloudflare gives, behind its edge", () => {
    expect(of("192.0.2.1", "cloudflare")).not.toBe(of("192.0.2.2", "cloudflare"));
    expect(of(null, "cloudflare")).toBeNull();
  });
  test("is unknown elsewhere: whatever header a client sends, all are one visitor", () => {
    const names = [null, "192.0.2.1", "192.0.2.2", "2001:db8::1"].map((address) => of(address, "none"));
    expect(new Set(names).size).toBe(1);
    expect(names[0]).not.toBeNull();
  });
});
