import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { type World, world } from "../../harness/worker/organization.ts";
import { admin, operator, request } from "../../harness/worker/request.ts";
import { bomb, pdf } from "./pdf-file.ts";

const upload = (here: World, bytes: Uint8Array, status: number) =>
  admin(
    "POST",
    `/projects/${here.project_id}/sources`,
    { kind: "file", content_type: "application/pdf", content_base64: bytes.toBase64() },
    { status },
  );
const search = async (here: World, q: string) =>
  (await admin("GET", `/projects/${here.project_id}/knowledge/search?q=${encodeURIComponent(q)}`)).items;
const left = ({ project_id }: World) =>
  env.DB.prepare("SELECT COUNT(*) AS n FROM knowledge_sources WHERE project_id = ?").bind(project_id).first("n");

describe("a PDF", () => {
  test.each([false, true])("is read page by page, with its title (packed: %s)", async (packed) => {
    const here = await world();
    const pages = [
      ["The mill grinds rye on Mondays.", "Visitors wait by the pond."],
      ["Caf\xe9 tables cost four euros (per hour)."],
    ];
    const made = await upload(here, await pdf(pages, { title: "The mill's handbook", language: "en", packed }), 201);
    expect(made).toMatchObject({ status: "ready", title: "The mill's handbook", detail: null, chunks: 1 });
    expect((await search(here, "When is rye ground at the mill?"))[0]).toMatchObject({
      title: "The mill's handbook",
      text: expect.stringContaining("Page 1\nThe mill grinds rye on Mondays."),
    });
    const [found] = await search(here, "price of a cafe table");
    expect(found.text).toContain("Page 2\nCafé tables cost four euros (per hour).");
  });

  test("is read with its words whole where a line broke them", async () => {
    const here = await world();
    const lines = [
      "The camp-",
      "site has a Wi-",
      "Fi room, and soft\xad",
      "ware is free. Zu-",
      "und Abfahrt Mo-",
      "So",
    ];
    await upload(here, await pdf([lines]), 201);
    const [found] = await search(here, "campsite");
    expect(found.text).toBe("The campsite has a Wi-Fi room, and software is free. Zu-\nund Abfahrt Mo-So");
  });

  test("keeps the hyphen at a line's end that the word has elsewhere in it", async () => {
    const here = await world();
    const first = ["The well-known mill is a camp-", "site now. It is open year-round, and the camp-site is not."];
    const second = ["A campsite with a well-", "known baker and a year-", "Round pool has self\xad", "made bread."];
    await upload(here, await pdf([first, second]), 201);
    const [found] = await search(here, "campsite");
    expect(found.text).toContain("mill is a campsite now");
    expect(found.text).toContain("A campsite with a well-known baker and a year-Round pool has selfmade bread.");
  });

  test("with a wrong cross-reference table is still read", async () => {
    const here = await world();
    const good = await pdf([["Otters sleep in the reeds."]]);
    const lying = Uint8Array.from(good);
    // The last number says where the table stands.
    const at = new TextDecoder("latin1").decode(good).lastIndexOf("startxref") + 10;
    lying.fill(0x39, at, at + 2);
    await upload(here, lying, 201);
    expect((await search(here, "Where do otters sleep?"))[0]?.text).toBe("Otters sleep in the reeds.");
  });

  test("that cannot be read is refused with advice, and nothing of it is stored", async () => {
    const here = await world();
    const good = await pdf([["Words that nobody may find."]], { packed: true });
    const refused = async (bytes: Uint8Array, words: string) => {
      const { detail } = await upload(here, bytes, 422);
      expect(JSON.stringify(detail)).toContain(words);
    };
    await refused(await pdf([["Words that nobody may find."]], { locked: true }), "Save it without a password");
    await refused(await pdf([[]]), "only pictures");
    await refused(good.subarray(0, 200), "Save it again");
    await refused(new TextEncoder().encode("%PDF-1.7\n%%EOF"), "Save it again");
    await refused(new TextEncoder().encode("no PDF at all"), "Save it again");
    await refused(
      await pdf(Array.from({ length: 501 }, () => ["Words that nobody may find."])),
      "more than 500. Split it",
    );
    await refused(
      await pdf([["Words that nobody may find."]], { extra: await bomb(70 * 1024 * 1024) }),
      "much too large when unpacked",
    );
    expect(await left(here)).toBe(0);
    expect(await search(here, "Words that nobody may find")).toEqual([]);
  });

  test("that is damaged anywhere gives its words or a refusal, never a failure of the service", async () => {
    const here = await world();
    const good = await pdf([["Half of this is here."], ["And half is not."]], { packed: true, title: "Half" });
    const torn = Array.from({ length: 12 }, (_, part) => {
      const bytes = Uint8Array.from(good);
      const at = 20 + Math.floor((part * (good.length - 40)) / 12);
      return bytes.fill(0x20, at, at + 12);
    });
    const short = [0.3, 0.5, 0.7, 0.9].map((part) => good.subarray(0, Math.floor(good.length * part)));
    const path = `/admin/v1/projects/${here.project_id}/sources`;
    for (const bytes of [...torn, ...short]) {
      const body = { kind: "file", content_type: "application/pdf", content_base64: bytes.toBase64() };
      const answer = await request("POST", path, { headers: operator, body });
      expect([201, 422], await answer.text()).toContain(answer.status);
    }
  });
});
