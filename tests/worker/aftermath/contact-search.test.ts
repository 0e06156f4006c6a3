import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Contact } from "../../../shared/contacts.ts";
import { type World, world } from "../../harness/worker/organization.ts";
import { admin, operator, request } from "../../harness/worker/request.ts";

type Left = Partial<Record<"name" | "email" | "phone" | "message", string>>;

/** Contacts as a version without stores has left them in D1, the first first: the project's store takes them over. */
const leave = ({ project_id }: World, contacts: readonly Left[]) =>
  env.DB.prepare(
    `INSERT INTO contacts (project_id, name, email, phone, message, consent_text, at, digest)
     SELECT ?1, value ->> 'name', value ->> 'email', value ->> 'phone', value ->> 'message', 'Yes', key, 'd' || key
     FROM json_each(?2) ORDER BY key`,
  )
    .bind(project_id, JSON.stringify(contacts))
    .run();

interface Found {
  items: Contact[];
  next_cursor: string | null;
}
const ask = ({ project_id }: World, query: Record<string, string>): Promise<Found> =>
  admin("GET", `/projects/${project_id}/contacts?${new URLSearchParams(query)}`);
const names = async (here: World, q: string) => (await ask(here, { q })).items.map(({ name }) => name);

describe("contacts", () => {
  it("are found by all words, in whatever field and case, the newest first, in one project only", async () => {
    const here = await world();
    await leave(here, [
      { name: "Ada Lovelace", email: "ada@example.com", message: "Where is order 1024?" },
      { name: "Éléonore Müller", phone: "+49 30 1234567", message: "ÖFFNUNGSZEITEN bitte" },
      { name: "مريم", email: "m@example.org", message: "متى تفتحون؟" },
    ]);
    const other = await world();
    await leave(other, [{ name: "Ada of another shop" }]);
    expect(await names(here, "ADA")).toEqual(["Ada Lovelace"]);
    expect(await names(here, "  order \n lovelace ")).toEqual(["Ada Lovelace"]);
    expect(await names(here, "example")).toEqual(["مريم", "Ada Lovelace"]);
    expect(await names(here, "ada missing")).toEqual([]);
    for (const q of ["éléonore", "ÉLÉONORE", "Éléonore müller", "MÜLLER 1234567", "öffnungszeiten"])
      expect(await names(here, q), q).toEqual(["Éléonore Müller"]);
    expect(await names(here, "مريم")).toEqual(["مريم"]);
    expect(await names(here, " ")).toHaveLength(3);
  });

  it("are found by signs that a pattern would read as wildcards, and by words of any length", async () => {
    const here = await world();
    const long = "x".repeat(200);
    await leave(here, [
      { name: "Percent", message: "100% off" },
      { name: "Line", email: "a_b@example.com" },
      { name: "Plain", message: `100 off, ab@example.com ${long}` },
      { name: "Quote", message: `it's "said" [a-z] \\ * ?` },
    ]);
    expect(await names(here, "100%")).toEqual(["Percent"]);
    expect(await names(here, "a_b")).toEqual(["Line"]);
    expect(await names(here, "%")).toEqual(["Percent"]);
    expect(await names(here, "_")).toEqual(["Line"]);
    expect(await names(here, long)).toEqual(["Plain"]);
    for (const q of ["it's", '"said"', "[a-z]", "\\", "*", "?"]) expect(await names(here, q), q).toEqual(["Quote"]);
    await admin("GET", `/projects/${here.project_id}/contacts?q=${"x".repeat(501)}`, undefined, { status: 422 });
    const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join("+");
    await admin("GET", `/projects/${here.project_id}/contacts?q=${words(10)}`);
    await admin("GET", `/projects/${here.project_id}/contacts?q=${words(11)}`, undefined, { status: 422 });
  });

  it("are paged by cursor as they are found, and exported", async () => {
    const here = await world();
    await leave(
      here,
      Array.from({ length: 9 }, (_, n) => ({ name: `${n % 2 ? "Odd" : "Even"} ${n}` })),
    );
    const found: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const page: Found = await ask(here, { q: "even", limit: "2", ...(cursor && { cursor }) });
      expect(page.items.length).toBeLessThanOrEqual(2);
      found.push(...page.items.map(({ name }) => name));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(found).toEqual(["Even 8", "Even 6", "Even 4", "Even 2", "Even 0"]);
    const path = `/admin/v1/projects/${here.project_id}/contacts?q=odd&format=csv`;
    const csv = await (await request("GET", path, { headers: operator })).text();
    expect(csv.match(/Odd \d/g)).toEqual(["Odd 7", "Odd 5", "Odd 3", "Odd 1"]);
    expect(csv).not.toContain("Even");
  });

  it("are marked as done, once, and listed by that", async () => {
    const here = await world();
    await leave(here, [{ name: "Ada" }, { name: "Grace" }, { name: "Ada Two" }]);
    const { items } = await ask(here, {});
    const id = items.at(-1)?.id;
    const done = await admin("PATCH", `/contacts/${id}`, { done: true }, { status: 200 });
    expect(done).toMatchObject({ id, name: "Ada", done_at: expect.any(Number) });
    expect(await admin("PATCH", `/contacts/${id}`, { done: true }, { status: 200 })).toEqual(done);
    const named = async (query: Record<string, string>) => (await ask(here, query)).items.map(({ name }) => name);
    expect(await named({ done: "true" })).toEqual(["Ada"]);
    expect(await named({ done: "false" })).toEqual(["Ada Two", "Grace"]);
    expect(await named({ done: "false", q: "ada" })).toEqual(["Ada Two"]);
    const log = (await admin("GET", "/audit")).items;
    expect(log.filter(({ target }: { target: string }) => target === `contact:${id}`)).toMatchObject([
      { action: "contact.update", change: { done: true } },
    ]);
    expect(await admin("PATCH", `/contacts/${id}`, { done: false }, { status: 200 })).toMatchObject({ done_at: null });
    expect(await named({ done: "true" })).toEqual([]);
    await admin("PATCH", `/contacts/${id}`, { done: "yes" }, { status: 422 });
    await admin("PATCH", "/contacts/987654", { done: true }, { status: 404 });
    await admin("GET", `/projects/${here.project_id}/contacts?done=maybe`, undefined, { status: 422 });
  });

  it("are looked through so many at a time: a page may be empty, and the next goes on", async () => {
    const here = await world();
    const many = Array.from({ length: 10_500 }, (_, n) => ({ name: n === 3 ? "Needle" : "Hay" }));
    await leave(here, many);
    const first = await ask(here, { q: "needle" });
    expect(first.items).toEqual([]);
    const second = await ask(here, { q: "needle", cursor: first.next_cursor ?? "" });
    expect(second.items.map(({ name }) => name)).toEqual(["Needle"]);
    expect(second.next_cursor).toBeNull();
    const path = `/admin/v1/projects/${here.project_id}/contacts?q=needle&format=ndjson`;
    const lines = await (await request("GET", path, { headers: operator })).text();
    expect(lines.trim().split("\n")).toHaveLength(1);
  });
});
