import { parse } from "tldts";
import { parseOrigin } from "./origin.ts";

/** Names that no registry hands out, so that everything below them is one owner's. */
const PRIVATE_NAMES = new Set(["localhost", "local", "internal", "intranet", "lan", "test", "example", "invalid"]);
const HOST = /^(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*$/;

type Parsed = { entry: string } | { problem: string };
const problem = (text: string): Parsed => ({ problem: text });

function wildcard(value: string): Parsed {
  const name = value.slice(2);
  if (name === "" || /[*:/?#@\\\s]/.test(name))
    return problem("Write *. and a domain only, without scheme, port or path, e.g. *.example.com");
  const host = URL.canParse(`https://${name}`) ? new URL(`https://${name}`).hostname.replace(/\.$/, "") : "";
  const facts = parse(host, { allowPrivateDomains: true });
  if (facts.isIp) return problem("An IP address has no subdomains; write its origin, e.g. http://192.0.2.7:8080");
  if (!HOST.test(host) || host.length > 253) return problem(`"${name}" is not a domain name`);
  if (PRIVATE_NAMES.has(host)) return { entry: `*.${host}` };
  if (facts.publicSuffix === host)
    return problem(`Anyone can register a name under ${host}; write your own domain, e.g. *.yours.${host}`);
  return { entry: `*.${host}` };
}

/**
 * An entry of a key's allowed domains as an operator writes it, normalised (case, default port, IDN, trailing dot).
 * @returns the entry to keep, or the problem in words that say what to write instead.
 */
export function parseDomainEntry(text: string): Parsed {
  const value = text.trim();
  if (value === "") return problem("Write an origin, e.g. https://example.com, or leave the entry out");
  if (value === "*") return problem("Leave the list empty to allow any origin");
  if (value === "null") return problem("The origin null cannot be allowed: any sandboxed page has it");
  if (value.startsWith("*.")) return wildcard(value);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) {
    const name = /^[^\s/:@*]+\.[^\s/:@*]+/.exec(value)?.[0] ?? "example.com";
    return problem(`Write the whole origin, https://${name}, or *.${name} for it and all its subdomains`);
  }
  if (value.includes("*"))
    return problem("Write *.example.com, without a scheme, to allow a domain and its subdomains");
  if (!/^https?:/i.test(value)) return problem("Write an http:// or https:// origin");
  if (!URL.canParse(value)) return problem(`"${value}" is not a valid origin; write e.g. https://example.com`);
  const url = new URL(value);
  if (url.username !== "" || url.password !== "" || value.includes("@"))
    return problem("Leave out the user name and password; write scheme and host only");
  if (url.pathname !== "/" || /[?#\\]/.test(value))
    return problem(`An origin has no path or query; write ${url.origin}`);
  const origin = parseOrigin(value.replace(/\/$/, ""));
  return origin ? { entry: origin.exact } : problem(`"${value}" is not a valid origin; write e.g. https://example.com`);
}
