import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { report, start, type World, widget, world } from "../../harness/worker/organization.ts";
import { passagesOf, wordsOf } from "../../harness/worker/passage-index.ts";
import { admin } from "../../harness/worker/request.ts";

const LONG = Array.from(
  { length: 200 },
  (_, at) => `Paragraph ${at} speaks of lighthouses and ropes, nothing else.`,
).join("\n\n");
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

const add = (here: World, body: object, status = 201) =>
  admin("POST", `/projects/${here.project_id}/sources`, body, { status });
const search = (here: World, q: string, more = "") =>
  admin("GET", `/projects/${here.project_id}/knowledge/search?q=${encodeURIComponent(q)}${more}`);

async function knowing(agent: object = {}) {
  const here = await world({ agent: { knowledge: true, ...agent } });
  return here;
}

async function talking(here: World) {
  const { session_id, tools } = await start(here);
  let calls = 0;
  const ask = (query: unknown, call_id = `call_${++calls}`) =>
    widget(here.key, "POST", "/tools/execute", { session_id, name: "search_knowledge", call_id, arguments: { query } });
  return { session_id, tools, ask };
}

describe("uploads", () => {
  test("a text is ready with the answer, and found with its title and link", async () => {
    const here = await knowing();
    const made = await add(here, {
      kind: "text",
      title: "Parking",
      text: "# Where to park\n\nVisitors park behind the mill, free of charge.",
      url: "https://shop.example/parking",
    });
    expect(made).toMatchObject({ kind: "text", title: "Parking", status: "ready", detail: null, chunks: 1 });
    expect(made.fetched_at).toBeGreaterThan(0);
    const { items, words } = await search(here, "Where can I park my car?");
    expect(words).toEqual(["park", "car"]);
    expect(items).toMatchObject([
      {
        title: "Parking",
        url: "https://shop.example/parking",
        source_id: made.id,
        heading: "Where to park",
        matched: ["park"],
        by: ["words"],
      },
    ]);
    expect((await admin("GET", `/projects/${here.project_id}/sources`)).items).toEqual([made]);
  });

  test("Markdown and HTML are read by their own rules", async () => {
    const here = await knowing();
    await add(here, {
      kind: "file",
      content_type: "text/markdown",
      content_base64: base64("# Bread\n\nWe bake **rye** [daily](https://x.example)."),
    });
    await add(here, {
      kind: "file",
      content_type: "text/html; charset=utf-8",
      content_base64: base64(
        "<html><head><title>Cakes &amp; tarts</title></head><body><nav>Home Shop</nav><main><h1>Cakes</h1><p>A <b>cherry</b> tart costs 4&nbsp;€.</p><script>evil()</script></main><footer>Imprint</footer></body></html>",
      ),
    });
    expect((await search(here, "rye bread")).items[0]).toMatchObject({ title: "Bread", text: "We bake rye daily." });
    expect((await search(here, "price of cherry tart")).items[0]).toMatchObject({
      title: "Cakes & tarts",
      heading: "Cakes",
      text: "A cherry tart costs 4 €.",
    });
    expect((await search(here, "imprint evil shop")).items).toEqual([]);
  });

  test("one of thousands of values is refused before they are parsed, and a text may speak of as many", async () => {
    const here = await knowing();
    const text = '{"open": [{}, {}]}, \\"'.repeat(2_000);
    const many = await add(here, { kind: "text", text, more: Array.from({ length: 2_000 }, () => ({})) }, 422);
    expect(many.detail).toMatchObject([{ type: "json_invalid", msg: "JSON decode error: more than 1,000 values" }]);
    expect(await add(here, { kind: "text", text })).toMatchObject({ status: "ready" });
  });

  test("a file that cannot be read is refused, and nothing of it is stored", async () => {
    const here = await knowing();
    const file = (content_type: string, content_base64: string, status = 422) =>
      add(here, { kind: "file", content_type, content_base64 }, status);
    await add(here, { kind: "text", text: "   \n " }, 422);
    await add(here, { kind: "text", text: "\u200b\u200d\ufeff".repeat(200_000) }, 422);
    await add(here, { kind: "text", text: "a".repeat(2 * 1024 * 1024 + 1) }, 413);
    await file("image/png", base64("x"));
    await file("text/plain", "%%%");
    await file("text/plain", btoa("\u0000\u0001\u0002\u0003binary\u0000"));
    await file("text/plain", btoa("caf\u00e9 in another encoding"));
    await file("text/plain; charset=klingon", btoa("text"));
    await file("application/pdf", btoa("%PDF-1.7 and then nothing"));
    await file("text/html", base64("<nav>only a menu</nav>"));
    await file("text/html", base64("<div>".repeat(20_000)));
    await file("text/plain", btoa("x".repeat(2_200_000)), 413);
    expect((await admin("GET", `/projects/${here.project_id}/sources`)).items).toEqual([]);
    for (const table of ["knowledge_sources", "knowledge_pages", "knowledge_chunks"])
      expect(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first("n"), table).toBe(0);
    expect(await passagesOf(here.project_id)).toEqual([]);
  });

  test("addresses that are not public are refused", async () => {
    const here = await knowing();
    for (const url of [
      "file:///etc/passwd",
      "ftp://example.com/",
      "javascript:alert(1)",
      "https://user:secret@example.com/",
      "http://10.0.0.1/",
      "http://192.168.1.1/",
      "http://169.254.169.254/latest/meta-data",
      "http://0x0a000001/",
      "http://167772161/",
      "http://012.0.0.1/",
      "http://[fd00::1]/",
      "http://[::ffff:10.0.0.1]/",
      "http://0.0.0.0/",
      "http://intranet/",
      "http://db.internal/",
      "http://printer.local./",
      "not an address",
      "",
    ])
      for (const kind of ["url", "sitemap"]) await add(here, { kind, url }, 422);
    expect((await admin("GET", `/projects/${here.project_id}/sources`)).items).toEqual([]);
  });

  test("a deleted source is not found any more, at once", async () => {
    const here = await knowing();
    const { id } = await add(here, { kind: "text", text: "The password of the guest network is heron." });
    expect((await search(here, "guest network password")).items).toHaveLength(1);
    await admin("DELETE", `/sources/${id}`, undefined, { status: 204 });
    expect((await search(here, "guest network password")).items).toEqual([]);
    await admin("DELETE", `/sources/${id}`, undefined, { status: 404 });
    for (const table of ["knowledge_sources", "knowledge_pages", "knowledge_chunks"])
      expect(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first("n"), table).toBe(0);
    expect(await passagesOf(here.project_id)).toEqual([]);
    expect(await wordsOf(here.project_id)).toEqual([]);
  });

  test("no project finds another's words", async () => {
    const here = await knowing();
    const other = await knowing();
    await add(here, { kind: "text", text: "Our heron is called Otto." });
    expect((await search(other, "What is the heron called?")).items).toEqual([]);
    expect((await search(other, `"${here.project_id}xheron" OR heron`)).items).toEqual([]);
  });

  test("the best passages come first, for an owner and for an agent, and every page has its best among them", async () => {
    const here = await knowing();
    await add(here, {
      kind: "text",
      title: "Herons",
      text: `# Heron feeding\n\nThe heron is fed at noon.\n\n${LONG}\n\n# Heron nest\n\nThe heron nests by the mill.`,
    });
    await add(here, { kind: "text", title: "Ducks", text: `A heron was seen by the ducks once. ${LONG}` });
    const titles = (items: { title: string }[]) => items.map(({ title }) => title);
    const { items } = await search(here, "heron");
    const scores: number[] = items.map(({ score }: { score: number }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(titles(items)).toEqual(["Herons", "Herons", "Herons", "Herons", "Ducks"]);
    expect(titles((await search(here, "heron", "&limit=2")).items)).toEqual(["Herons", "Ducks"]);
    const { ask } = await talking(here);
    expect(titles((await ask("heron")).result.passages)).toEqual(titles(items));
  });

  test("a page is shown as agents see it, to its own organization only", async () => {
    const here = await knowing();
    const { id } = await add(here, { kind: "text", title: "Rules", text: "# Pets\n\nDogs are welcome." });
    const { items } = await admin("GET", `/sources/${id}/pages`);
    const page = await admin("GET", `/pages/${items[0].id}`);
    expect(page).toEqual({ ...items[0], source_id: id, passages: [{ heading: "Pets", text: "Dogs are welcome." }] });
    const other = await world();
    const { token } = await admin("POST", `/organizations/${other.org_id}/tokens`);
    await admin("GET", `/pages/${items[0].id}`, undefined, { status: 404, token });
    await admin("GET", "/pages/999999", undefined, { status: 404 });
  });

  test("operators of the search language find nothing and break nothing", async () => {
    const here = await knowing();
    await add(here, { kind: "text", text: "Our heron is called Otto." });
    for (const q of [
      'heron" OR *',
      "NEAR(heron, 1)",
      "title: heron",
      "heron*",
      "-heron",
      "^heron",
      "heron AND NOT",
      "(((",
      "'; DROP TABLE x",
      "\u0000",
    ])
      expect(Array.isArray((await search(here, q)).items), q).toBe(true);
  });
});

describe("an agent that knows", () => {
  test("few sources go into the instructions whole; many are searched by a tool, which needs no plan feature", async () => {
    const here = await world({
      agent: { knowledge: true },
      organization: { features: { external_provider: false, memory: false, tools: false } },
    });
    expect((await start(here)).tools).toEqual([]);
    await add(here, { kind: "text", title: "Hours", text: "We open at nine." });
    expect((await start(here)).tools).toEqual([]);
    await add(here, { kind: "text", title: "Ropes", text: LONG });
    const { tools, ask } = await talking(here);
    expect(tools).toMatchObject([{ name: "search_knowledge", kind: "webhook" }]);
    expect(await ask("when do you open")).toMatchObject({
      success: true,
      result: { passages: [{ title: "Hours", url: null, text: "We open at nine." }] },
    });
  });

  test("an agent without knowledge has no such tool", async () => {
    const here = await world();
    await add(here, { kind: "text", text: LONG });
    const { tools, ask } = await talking(here);
    expect(tools).toEqual([]);
    expect(await ask("ropes")).toMatchObject({ success: false, error: { code: "unknown_tool" } });
  });

  test("a search without a question is an invalid argument", async () => {
    const here = await knowing();
    await add(here, { kind: "text", text: LONG });
    const { ask } = await talking(here);
    for (const query of ["", "  ", 7, null])
      expect(await ask(query)).toMatchObject({ error: { code: "invalid_arguments" } });
  });

  test("a question without an answer is stored once for the same words, and only if an agent asked it", async () => {
    const here = await knowing();
    await add(here, { kind: "text", text: LONG });
    const { ask } = await talking(here);
    expect(await ask("Do you sell gift cards?")).toMatchObject({ result: { passages: [] } });
    await ask("do you sell GIFT CARDS");
    await ask("Is there a playground?");
    await search(here, "What about helicopters?");
    const { items } = await admin("GET", `/projects/${here.project_id}/questions`);
    expect(items).toMatchObject([
      { text: "Do you sell gift cards?", count: 2 },
      { text: "Is there a playground?", count: 1 },
    ]);
    const first = await admin("GET", `/projects/${here.project_id}/questions?limit=1`);
    const second = await admin("GET", `/projects/${here.project_id}/questions?limit=1&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items]).toEqual(items);
    expect(second.next_cursor).toBeNull();
    await admin("DELETE", `/questions/${items[0].id}`, undefined, { status: 204 });
    await admin("DELETE", `/questions/${items[0].id}`, undefined, { status: 404 });
    expect((await admin("GET", `/projects/${here.project_id}/questions`)).items).toHaveLength(1);
  });

  test("questions of a conversation that was told all of a small knowledge are counted after its end", async () => {
    const here = await knowing();
    await add(here, { kind: "text", title: "Hours", text: "The mill opens at nine and closes at six." });
    const said = async (...texts: string[]) => {
      const { session_id } = await start(here);
      const events = texts.map((text) => ({ type: "user_transcript", text }));
      await report(here.key, session_id, [{ type: "connected" }, ...events, { type: "ended" }]);
    };
    const counted = async () =>
      (await admin("GET", `/projects/${here.project_id}/questions`)).items.map(
        ({ text, count }: { text: string; count: number }) => [text, count],
      );
    await said("When does the mill open?", "How are you?", "Do you sell gift cards?", "I like gift cards");
    await vi.waitFor(async () => expect(await counted()).toEqual([["Do you sell gift cards?", 1]]));
    await said("do you sell gift cards");
    await vi.waitFor(async () => expect(await counted()).toEqual([["Do you sell gift cards?", 2]]));
  });

  test("the nearest passages are always given, and whether they answer beside them", async () => {
    const here = await knowing();
    await add(here, { kind: "text", text: "Opening hours: the mill opens at nine and closes at six." });
    const asked = async (q: string) => {
      const { found, items } = await search(here, q);
      return { found, items: items.length };
    };
    expect(await asked("When is the mill open?")).toEqual({ found: true, items: 1 });
    expect(await asked("mill submarine periscope")).toEqual({ found: false, items: 1 });
    expect(await asked("submarine periscope")).toEqual({ found: false, items: 0 });
  });

  test("words that most passages hold count as well as rare ones", async () => {
    const here = await knowing();
    const texts = {
      Shop: "Shipping takes three days. Returns are free.",
      Business: "Business customers: shipping and returns by contract.",
      Gifts: "Gift cards never expire.",
    };
    for (const [title, text] of Object.entries(texts)) await add(here, { kind: "text", title, text });
    const titles = async (q: string) =>
      (await search(here, q)).items.map(({ title }: { title: string }) => title).toSorted();
    expect(await titles("shipping returns gift")).toEqual(["Business", "Gifts", "Shop"]);
    expect(await titles("shipping returns gift cards"), "beside one that is found by rare words").toEqual([
      "Business",
      "Gifts",
      "Shop",
    ]);
    expect(await titles("shipping gift submarine")).toEqual(["Business", "Gifts", "Shop"]);
  });

  test("passages that hold half are found behind any number that hold only the rarest word", async () => {
    const here = await knowing();
    const part = (words: string) => `# Part\n\n${words} ${"rope ".repeat(230)}`;
    const parts = [...Array(50).fill(part("Lantern")), ...Array(80).fill(part("Boats and nets"))];
    const { chunks } = await add(here, { kind: "text", title: "Harbour", text: parts.join("\n\n") });
    expect(chunks).toBe(130);
    const { items } = await search(here, "lantern boats nets");
    expect(items.map(({ matched }: { matched: string[] }) => matched)).toContainEqual(["boats", "nets"]);
  });
});
