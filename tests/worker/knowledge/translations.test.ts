import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { type World, world } from "../../harness/worker/organization.ts";
import { found, page, paths, read, readAnew, SITE, site, sitemap, standWebsite } from "./website.ts";

standWebsite();

const pathsFound = async (here: World, question: string): Promise<string[]> =>
  (await found(here, question)).map(({ url }: { url: string }) => url.slice(SITE.length));
const alternates = (paths: Record<string, string>) =>
  Object.entries(paths)
    .map(([language, path]) => `<link rel="alternate" hreflang="${language}" href="${path}">`)
    .join("");

/** A page in several languages, each of which names all; the sitemap names what stands on the site already, too. */
function inLanguages(path: string, texts: Record<string, string>): void {
  const paths = Object.fromEntries(Object.keys(texts).map((language) => [language, `/${language}${path}`]));
  const head = `<title>Mill</title>${alternates({ ...paths, "x-default": "/" })}`;
  for (const [language, text] of Object.entries(texts))
    site[`/${language}${path}`] = (request: Request) =>
      request.headers.get("if-none-match") === '"one"'
        ? new Response(null, { status: 304 })
        : new Response(
            `<!doctype html><html lang="${language}"><head>${head}</head><body><p>${text}</p></body></html>`,
            {
              headers: { "content-type": "text/html; charset=utf-8", etag: '"one"' },
            },
          );
  site["/sitemap.xml"] = sitemap(...Object.keys(site).filter((one) => one !== "/sitemap.xml"));
}

describe("pages in several languages", () => {
  test("that all name each other are one: it is given in the question's language", async () => {
    const here = await world();
    inLanguages("/parking", {
      en: "Visitors park their car behind the mill. The mill's car park is called P7.",
      de: "Besucher parken ihr Auto hinter der Mühle. Der Parkplatz der Mühle heißt P7.",
      fr: "Les visiteurs garent leur voiture derrière le moulin. Le parking du moulin s'appelle P7.",
    });
    inLanguages("/bread", {
      en: "The mill bakes bread at P7 on Friday.",
      de: "Die Mühle backt am Freitag Brot am P7.",
      fr: "Le moulin cuit du pain au P7 le vendredi.",
    });
    await read(here, "sitemap", `${SITE}/sitemap.xml`);
    expect(await pathsFound(here, "Where can I park my car near P7?")).toEqual(["/en/parking", "/en/bread"]);
    expect(await pathsFound(here, "Wo kann ich mein Auto am P7 parken?")).toEqual(["/de/parking", "/de/bread"]);
    expect(await pathsFound(here, "Où est-ce que je gare ma voiture, P7 ?")).toEqual(["/fr/parking", "/fr/bread"]);
    // Nothing tells its language.
    expect(await pathsFound(here, "P7")).toHaveLength(2);
  });

  test("are given for each region: its prices and numbers are its own", async () => {
    const here = await world();
    inLanguages("/delivery", {
      "en-US": "The delivery costs 10 dollars.",
      "en-GB": "The delivery costs 8 pounds.",
      "de-DE": "Die Lieferung (delivery) kostet 9 Euro.",
    });
    await read(here, "sitemap", `${SITE}/sitemap.xml`);
    expect((await pathsFound(here, "What is the price of the delivery?")).sort()).toEqual([
      "/en-GB/delivery",
      "/en-US/delivery",
    ]);
    expect(await pathsFound(here, "Was ist mit der delivery, und was kostet die Lieferung?")).toEqual([
      "/de-DE/delivery",
    ]);
  });

  test("say so in their answer's header as well: the languages that they stand in, and their canonical address", async () => {
    const here = await world();
    const text = (words: string) => `<main><p>${words}</p></main>`;
    const link =
      '<https://mill.example/en/name>; rel="alternate"; hreflang="en", </de/name>; hreflang=de; rel=alternate, <https://mill.example/name>; rel="alternate"; hreflang="x-default"';
    site["/en/name"] = page(text("The mill is called P7."), { link });
    site["/de/name"] = page(text("Die Mühle heißt P7."), { link }, "", "de");
    site["/leaflet.txt"] = () =>
      new Response("The mill P7, and how to get there.", {
        headers: { "content-type": "text/plain", link: '</leaflet>; rel="canonical"' },
      });
    site["/leaflet"] = page(text("How to get to the mill P7."), {}, "");
    site["/sitemap.xml"] = sitemap("/en/name", "/de/name", "/leaflet.txt", "/leaflet");
    const { id } = await read(here, "sitemap", `${SITE}/sitemap.xml`);
    expect(await paths(id, "ready")).toEqual(["/de/name", "/en/name", "/leaflet"]);
    expect(await pathsFound(here, "P7")).toHaveLength(2);
  });

  test("are named by the sitemap where they say nothing themselves", async () => {
    const here = await world();
    const text = (words: string) => `<main><p>${words}</p></main>`;
    site["/en/name"] = page(text("The mill is called P7."));
    site["/de/name"] = page(text("Die Mühle heißt P7."), {}, "", "de");
    site["/en/bread"] = page(text("The bread is baked at P7."));
    const links = (...names: string[]) =>
      names
        .map((name) => `<xhtml:link rel="alternate" hreflang="${name.slice(1, 3)}" href="${SITE}${name}"/>`)
        .join("");
    const url = (path: string, ...names: string[]) => `<url>${links(...names)}<loc>${SITE}${path}</loc></url>`;
    site["/sitemap.xml"] = () =>
      new Response(
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${url("/en/name", "/en/name", "/de/name")}${url("/de/name", "/en/name", "/de/name")}${url("/en/bread", "/de/name", "/fr/name")}</urlset>`,
        { headers: { "content-type": "application/xml" } },
      );
    await read(here, "sitemap", `${SITE}/sitemap.xml`);
    expect((await pathsFound(here, "Where is P7, the mill?")).sort()).toEqual(["/en/bread", "/en/name"]);
    expect((await pathsFound(here, "Wie heißt die Mühle, und was ist P7?")).sort()).toEqual(["/de/name", "/en/bread"]);
  });

  test("are not one where they name other pages only, or not the same ones, or say more of what is asked", async () => {
    const here = await world();
    const homes = alternates({ en: "/en/", de: "/de/" });
    const own = alternates({ en: "/en/oats", de: "/de/" });
    const text = (words: string) => `<main><p>${words}</p></main>`;
    site["/en/"] = page(text("The mill sells oats and rye."), {}, homes);
    site["/de/"] = page(text("Die Mühle verkauft Hafer, oats und rye."), {}, homes, "de");
    site["/en/rye"] = page(text("Rye comes in June, oats in May."), {}, homes);
    site["/en/oats"] = page(text("Oats cost three euros."), {}, own);
    inLanguages("/wheat", { en: "Wheat W550 for oats bread is sold out.", de: "Weizen ist aus. Oats auch." });
    site["/sitemap.xml"] = sitemap("/en/", "/de/", "/en/rye", "/en/oats", "/en/wheat", "/de/wheat");
    await read(here, "sitemap", `${SITE}/sitemap.xml`);
    const urls = await pathsFound(here, "oats");
    expect(urls).toContain("/en/rye");
    expect(urls).toContain("/en/oats");
    expect(urls.filter((path) => path === "/en/" || path === "/de/")).toHaveLength(1);
    expect(await pathsFound(here, "Ist der Weizen W550 aus?")).toContain("/en/wheat");
  });

  test("are known as such from pages that were read before, though these have not changed since", async () => {
    const here = await world();
    const texts = { en: "The mill is called P7.", de: "Die Mühle heißt P7." };
    inLanguages("/name", texts);
    const { id } = await read(here, "sitemap", `${SITE}/sitemap.xml`);
    await env.DB.prepare("UPDATE knowledge_pages SET translations = NULL WHERE source_id = ?1").bind(id).run();
    expect(await found(here, "P7")).toHaveLength(2);
    await readAnew(id);
    expect(await found(here, "P7")).toHaveLength(1);
  });
});
