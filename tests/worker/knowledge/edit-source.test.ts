import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { MAX_PROJECT_BYTES } from "../../../shared/knowledge.ts";
import { world } from "../../harness/worker/organization.ts";
import { passagesOf } from "../../harness/worker/passage-index.ts";
import { admin, ask, operator } from "../../harness/worker/request.ts";
import { asked, found, html, pagesOf, read, SITE, settled, site, sitemap, standWebsite } from "./website.ts";

standWebsite();

const edit = (id: number, body: object, status = 200) => admin("PATCH", `/sources/${id}`, body, { status });

test("other patterns read a site anew: what they leave out leaves the index, what they let in comes", async () => {
  const here = await world();
  site["/sitemap.xml"] = sitemap("/help/rye", "/blog/heron");
  site["/help/rye"] = html("Rye", "Rye bread keeps for a week.");
  site["/blog/heron"] = html("Heron", "A heron lives at the pond.");
  const source = await read(here, "sitemap", `${SITE}/sitemap.xml`);
  expect(source).toMatchObject({ status: "ready", pages: { ready: 2 }, include: [], exclude: [] });

  const edited = await edit(source.id, { exclude: ["/blog/"] });
  expect(edited).toMatchObject({ id: source.id, status: "pending", include: [], exclude: ["/blog/"] });
  expect(await settled(source.id)).toMatchObject({ status: "ready", pages: { ready: 1 } });
  expect(await found(here, "heron")).toEqual([]);
  expect(await found(here, "rye")).toHaveLength(1);

  asked.length = 0;
  await edit(source.id, { exclude: [], include: ["/blog/"] });
  expect(await settled(source.id)).toMatchObject({ status: "ready", include: ["/blog/"], exclude: [] });
  expect(asked.some((address) => address.includes("/help/"))).toBe(false);
  expect(await found(here, "heron")).toHaveLength(1);
  expect(await found(here, "rye")).toEqual([]);
});

test("a text says what its owner writes, with the answer, and keeps its place", async () => {
  const here = await world();
  const made = await admin("POST", `/projects/${here.project_id}/sources`, {
    kind: "text",
    title: "Opening",
    text: "# Hours\n\nThe mill opens at nine.",
    url: `${SITE}/hours`,
  });
  const before = await pagesOf(made.id);
  const edited = await edit(made.id, { text: "# Hours\n\nThe mill opens at noon.", title: "When we are here" });
  expect(edited).toMatchObject({ id: made.id, status: "ready", title: "When we are here", chunks: 1 });
  expect(await found(here, "noon")).toMatchObject([
    { title: "When we are here", url: `${SITE}/hours`, heading: "Hours", text: "The mill opens at noon." },
  ]);
  expect(await found(here, "nine")).toEqual([]);
  // The title's words are in the index, too.
  expect(await found(here, "here when we are")).toHaveLength(1);
  expect((await pagesOf(made.id)).map(({ id }: { id: number }) => id)).toEqual(
    before.map(({ id }: { id: number }) => id),
  );
  expect(await passagesOf(here.project_id)).toMatchObject([{ text: "The mill opens at noon." }]);
});

test("a text that a reading under way leaves no room for is refused, and the old one stays", async () => {
  const here = await world();
  const upload = (text: string) => admin("POST", `/projects/${here.project_id}/sources`, { kind: "text", text });
  const { id: other } = await upload("We open at nine.");
  const { id } = await upload("The mill stands by the river.");
  // As if the other had been read to here: its source does not count it yet.
  await env.DB.prepare("UPDATE knowledge_pages SET bytes = ?2 WHERE source_id = ?1")
    .bind(other, MAX_PROJECT_BYTES - 130)
    .run();
  expect((await edit(id, { text: "y".repeat(200) }, 409)).code).toBe("too_many_pages");
  expect(await found(here, "river")).toHaveLength(1);
  expect(await edit(id, { text: "The mill stands by the pond." })).toMatchObject({ status: "ready" });
  expect(await found(here, "pond")).toHaveLength(1);
});

test("of two texts that are changed at once, and have room for one of them, one is, and the other stays", async () => {
  const here = await world();
  const upload = (text: string) =>
    admin("POST", `/projects/${here.project_id}/sources`, { kind: "text", title: "T", text });
  const { id: other } = await upload("We open at nine.");
  const texts = [await upload("The mill stands by the river."), await upload("A heron lives at the pond.")];
  await env.DB.prepare("UPDATE knowledge_pages SET bytes = ?2 WHERE source_id = ?1")
    .bind(other, MAX_PROJECT_BYTES - 400)
    .run();
  const body = { text: `swan ${"y".repeat(300)}` };
  const answers = await Promise.all(
    texts.map(({ id }) => ask("PATCH", `/admin/v1/sources/${id}`, { headers: operator, body })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await found(here, "swan")).toHaveLength(1);
  expect([...(await found(here, "river")), ...(await found(here, "heron"))]).toHaveLength(1);
});

test("what cannot be changed is refused with the way that there is, and nothing changes", async () => {
  const here = await world();
  site["/rye"] = html("Rye", "Rye bread keeps for a week.");
  const page = await read(here, "url", `${SITE}/rye`);
  const { id } = await admin("POST", `/projects/${here.project_id}/sources`, { kind: "text", text: "Open at nine." });
  const said = async (source: number, body: object) => (await edit(source, body, 422)).detail[0];
  expect(await said(page.id, { text: "Wheat" })).toMatchObject({ loc: ["body", "text"] });
  expect((await said(page.id, { text: "Wheat" })).msg).toContain("change it there");
  expect((await said(id, { include: ["/"] })).msg).toContain("change its text");
  expect(await said(id, { title: "Hours" })).toMatchObject({ loc: ["body", "text"] });
  expect(await said(id, { text: " \n " })).toMatchObject({ loc: ["body", "text"] });
  expect(await edit(id, {})).toMatchObject({ id, status: "ready" });
  await edit(id, { text: "a".repeat(2 * 1024 * 1024 + 1) }, 413);
  await edit(page.id, { include: ["blog"] }, 422);
  expect(await found(here, "nine")).toHaveLength(1);
});
