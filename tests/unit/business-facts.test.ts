import { describe, expect, test } from "vitest";
import { readHtml } from "../../worker/documents/html/read-html.ts";

describe("what a page says of its business", () => {
  const mill = `{"@context":"https://schema.org","@graph":[{"@type":"Bakery","name":"Mill","url":"https://mill.example/","telephone":"+49 30 1234",
    "address":{"@type":"PostalAddress","streetAddress":"Weir 3","postalCode":"12345","addressLocality":"Milltown"},"openingHoursSpecification":[
    {"dayOfWeek":["Monday","https://schema.org/Tuesday"],"opens":"09:00","closes":"17:00"},{"dayOfWeek":"Sunday","opens":"00:00","closes":"00:00"}]}]}`;
  const site = (address: string, text: string, data = mill, lang = "en") =>
    readHtml(
      `<html lang=${lang}><script type="application/ld+json">${data}</script><main><h1>Mill</h1><p>${"We grind rye here. ".repeat(20)}${text}</p></main>
       <footer><h4>Visit</h4><p>Sat 8:30 to noon</p><ul><li><a href=a>Terms</a><li><a href=b>Jobs</a><li><a href=c>News</a></ul><p>© 2026 Mill</p></footer>`,
      address,
    ).sections.slice(1);
  const footer = { headings: ["Visit"], text: "Sat 8:30 to noon" };

  test("is read of its data and its footer on its home page and on those that say how to come", () => {
    const facts = {
      headings: ["Mill"],
      text: "Opening hours:\nMonday, Tuesday: 09:00–17:00\nSunday: closed\nAddress: Weir 3, 12345 Milltown\nPhone: +49 30 1234",
    };
    for (const path of ["", "de", "index.html", "contact", "en/contact-us/"])
      expect(site(`https://mill.example/${path}`, ""), path).toEqual([footer, facts]);
    expect(site("https://mill.example/bread/rye", "")).toEqual([]);
    // A place of its own.
    const branch = mill.replace("mill.example/", "mill.example/places/weir");
    expect(site("https://mill.example/places/weir", "", branch)).toEqual([facts]);
  });

  test("is read of the bars above and beside such a page, and of an aside within it", () => {
    const page = (address: string) =>
      readHtml(
        `<header><a href="/">Mill</a><p>Open daily 9:00–18:00</p><nav><a href=a>Flour</a> <a href=b>Bread</a></nav></header>
         <main><h1>Write to us</h1><p>${"We answer within a day. ".repeat(20)}</p><aside><p>Ring twice.</p></aside></main>
         <aside class="sidebar"><h3>Bakery</h3><p>Tel. 030 1234</p></aside>
         <aside class="sidebar"><h3>News</h3><p>We have a new oven.</p></aside>`,
        address,
      ).sections.map(({ headings, text }) => [...headings, text].join(" > "));
    const own = `Write to us > ${"We answer within a day. ".repeat(20).trim()}`;
    expect(page("https://mill.example/contact")).toEqual([
      "Mill\n\nOpen daily 9:00–18:00",
      `${own}\n\nRing twice.`,
      "Bakery > Tel. 030 1234",
    ]);
    expect(page("https://mill.example/bread/rye")).toEqual([own]);
  });

  test("is not said twice, and in the page's language", () => {
    const text = "Open from 9.00 at Weir 3. Call +49 (30) 12 34.";
    expect(site("https://mill.example/", text)).toEqual([footer]);
    expect(site("https://mill.example/", "Ruf an: +49 30 1234.", mill, "de").at(-1)?.text).toBe(
      "Öffnungszeiten:\nMontag, Dienstag: 09:00–17:00\nSonntag: geschlossen\nAdresse: Weir 3, 12345 Milltown",
    );
    const written = `{"@type":"Store","openingHours":["Sa-Mo 10:00-12:00","by appointment"]}`;
    expect(site("https://mill.example/", "", written).at(-1)?.text).toBe(
      "Opening hours:\nSaturday, Sunday, Monday: 10:00–12:00\nby appointment",
    );
  });

  test("what a product costs is read where only the data says it", () => {
    const product = (offers: string) => `{"@type":"Product","name":"Rye","offers":${offers}}`;
    const offer = `{"@type":"Offer","price":"4.90","priceCurrency":"EUR","availability":"https://schema.org/OutOfStock"}`;
    const at = "https://mill.example/bread/rye";
    expect(site(at, "", product(offer))).toEqual([{ headings: ["Rye"], text: "Price: 4.90 EUR, sold out" }]);
    expect(site(at, "It costs 4,90 €.", product(offer))).toEqual([]);
    expect(site(at, "", product(`{"lowPrice":3,"highPrice":9,"priceCurrency":"EUR"}`))[0]?.text).toBe("Price: 3–9 EUR");
    expect(site(at, "", product(`[null, 3, {"price":{"a":1}}]`))).toEqual([]);
  });
});
