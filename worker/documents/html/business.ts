import { isObject } from "../../../shared/is-object.ts";
import { line } from "../clean.ts";
import type { Section } from "../document.ts";
import { eachThing, isType, list, type Thing } from "./linked-data.ts";
import { Said } from "./said.ts";

/** How pages are called that speak of a business as a whole. */
const ABOUT_IT =
  /^(?:index|home|start(?:seite)?|contact|kontakt|contacto|contatti|contato|about|ueber|imprint|impressum|visit|besuch|anfahrt|hours|opening|oeffnungszeiten|horarios?|orari|horaires|locations?|stores?|filialen?|standorte?)(?:$|[-_.])/i;

/** Pages of a language stand in a folder of their own. */
const LANGUAGE_FOLDER = /^[a-z]{2}(?:[-_][a-z]{2})?$/i;

/** Whether a page of this address is one that speaks of its business: a home page, one on how to come or to call. What is uploaded has none, and may. */
export function isAboutBusiness(address: string): boolean {
  if (address === "") return true;
  const path = URL.parse(address)?.pathname.split("/").filter(Boolean) ?? [];
  const [first = "", second = ""] = path;
  const last = path.length === 2 && LANGUAGE_FOLDER.test(first) ? second : first;
  if (path.length > 2 || (path.length === 2 && last === first)) return false;
  return last === "" || (path.length === 1 && LANGUAGE_FOLDER.test(last)) || ABOUT_IT.test(last);
}

interface Labels {
  hours: string;
  closed: string;
  address: string;
  phone: string;
  email: string;
  level: string;
  price: string;
  there: string;
  gone: string;
}

const labels = (...words: string[]): Labels => {
  const [hours = "", closed = "", address = "", phone = "", email = "", level = "", price = "", there = "", gone = ""] =
    words;
  return { hours, closed, address, phone, email, level, price, there, gone };
};
const ENGLISH = labels(..."Opening hours,closed,Address,Phone,Email,Price range,Price,in stock,sold out".split(","));
const LABELS: Record<string, Labels> = {
  en: ENGLISH,
  de: labels(..."Öffnungszeiten,geschlossen,Adresse,Telefon,E-Mail,Preisniveau,Preis,lieferbar,ausverkauft".split(",")),
  es: labels(
    ..."Horario de apertura,cerrado,Dirección,Teléfono,Correo electrónico,Nivel de precios,Precio,disponible,agotado".split(
      ",",
    ),
  ),
  fr: labels(..."Horaires d’ouverture,fermé,Adresse,Téléphone,E-mail,Gamme de prix,Prix,en stock,épuisé".split(",")),
  it: labels(
    ..."Orari di apertura,chiuso,Indirizzo,Telefono,E-mail,Fascia di prezzo,Prezzo,disponibile,esaurito".split(","),
  ),
  pt: labels(
    ..."Horário de funcionamento,fechado,Endereço,Telefone,E-mail,Faixa de preço,Preço,disponível,esgotado".split(","),
  ),
  nl: labels(..."Openingstijden,gesloten,Adres,Telefoon,E-mail,Prijsklasse,Prijs,op voorraad,uitverkocht".split(",")),
  pl: labels(..."Godziny otwarcia,zamknięte,Adres,Telefon,E-mail,Poziom cen,Cena,dostępny,wyprzedany".split(",")),
};

const DAYS = ["mo", "tu", "we", "th", "fr", "sa", "su"];
const MOST = 300;
const MAX_LINES = 40;
/** Businesses and products that are looked at. */
const MAX_LOOKED_AT = 50;

const words = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? line(String(value).slice(0, MOST)) : "";
const thing = (value: unknown): Thing | null => (isObject(value) ? value : null);
const things = (value: unknown): Thing[] => list(value).slice(0, MAX_LINES).filter(isObject);

/** Which day of the week a name or an address of schema.org means, 0 for Monday; -1 for none. */
const dayOf = (value: unknown): number =>
  DAYS.indexOf(
    words(value)
      .replace(/^.*[/:]/, "")
      .slice(0, 2)
      .toLowerCase(),
  );

/** Days of `Mo-Fr,Su`, each once; a range may end in the next week. */
function daysIn(written: string): number[] {
  const days = written.split(",").flatMap((part) => {
    const [from = -1, to = from] = part.split("-").map((day) => dayOf(day.trim()));
    if (from < 0 || to < 0) return [];
    return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, at) => (from + at) % 7);
  });
  return [...new Set(days)];
}

/** The hours that a business gives, a line for each days. */
function hoursOf(data: Thing, language: string, { closed }: Labels): string[] {
  const name = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  const named = (days: number[]) => days.map((day) => name.format(Date.UTC(2024, 0, 1 + day))).join(", ");
  const lines = things(data.openingHoursSpecification ?? data.hoursAvailable).map((one) => {
    const days = list(one.dayOfWeek)
      .slice(0, 7)
      .map((day) => dayOf(thing(day)?.["@id"] ?? thing(day)?.name ?? day))
      .filter((day) => day >= 0);
    const [opens, closes] = [one.opens, one.closes].map((time) => words(time).slice(0, 5));
    const [from, through] = [words(one.validFrom), words(one.validThrough)].map((day) => day.slice(0, 10));
    const season = [from, through].filter((day, at, both) => day !== "" && day !== both[at - 1]).join(" – ");
    const times = opens === closes ? closed : `${opens}–${closes}`;
    return [[named(days), season].filter(Boolean).join(", "), times].filter(Boolean).join(": ");
  });
  const written = list(data.openingHours)
    .slice(0, MAX_LINES)
    .map(words)
    .filter(Boolean)
    .map((one) => {
      const [days = "", ...rest] = one.split(" ");
      const meant = daysIn(days);
      return meant.length > 0 && rest.length > 0 ? `${named(meant)}: ${rest.join(" ").replace("-", "–")}` : one;
    });
  return lines.length > 0 ? lines : written;
}

function addressOf(value: unknown): string {
  const [first] = list(value);
  const data = thing(first);
  if (!data) return words(first);
  const { streetAddress, postalCode, addressLocality, addressRegion, addressCountry } = data;
  const country = thing(addressCountry)?.name ?? addressCountry;
  const town = [words(postalCode), words(addressLocality)].filter(Boolean).join(" ");
  return [words(streetAddress), town, words(addressRegion), words(country)].filter(Boolean).join(", ");
}

/** A time of the day, as pages write it. */
function isTimeSaid(all: Said, time: string): boolean {
  const [hour = "", minute = ""] = time.replace(/^0/, "").split(":");
  const ways = minute === "00" ? [":00", ".00", "h", "uhr", "am"] : [":", ".", "h"].map((sign) => sign + minute);
  return time !== "" && ways.some((way) => all.writes(hour + way));
}

function isPriceSaid(all: Said, price: string): boolean {
  const [whole = "", part = ""] = price.split(/[.,](?=\d{1,2}$)/);
  const cents = part.padEnd(2, "0");
  const ways = [`${whole}.${cents}`, `${whole},${cents}`];
  if (cents === "00") for (const sign of ["€", "$", "£", "eur", "usd", "chf"]) ways.push(whole + sign, sign + whole);
  return ways.some((way) => all.writes(way));
}

/** What only the data says of a business: when it is open, where it is, how it is reached. */
function businessFacts(data: Thing, language: string, named: Labels, all: Said): string[] {
  const points = things(data.contactPoint);
  const one = (key: string) => words(list(data[key])[0]) || words(points.map((point) => point[key]).find(Boolean));
  const hours = hoursOf(data, language, named);
  const times = /\d{1,2}:\d\d/.exec(hours.join(" "))?.[0] ?? "";
  const facts: [string, string][] = [
    [named.hours, isTimeSaid(all, times) ? "" : hours.join("\n")],
    [named.address, addressOf(data.address)],
    [named.phone, one("telephone")],
    [named.email, one("email").replace(/^mailto:/i, "")],
    [named.level, words(data.priceRange)],
  ];
  return facts.flatMap(([label, value]) =>
    value === "" || all.says(value.split(",")[0] ?? "")
      ? []
      : [`${label}:${value.includes("\n") ? "\n" : " "}${value}`],
  );
}

/** What only the data says of a product: what it costs, and whether it is there. */
function productFacts(data: Thing, named: Labels, all: Said): string[] {
  return things(data.offers).flatMap((offer) => {
    const detail = things(offer.priceSpecification)[0];
    const currency = words(offer.priceCurrency ?? detail?.priceCurrency);
    const least = words(offer.price ?? offer.lowPrice ?? detail?.price);
    const most = words(offer.highPrice);
    if (least === "" || isPriceSaid(all, least)) return [];
    const price = `${least}${most === "" || most === least ? "" : `–${most}`} ${currency}`.trim();
    const state = words(offer.availability);
    const there = /InStock|LimitedAvailability/i.test(state)
      ? named.there
      : /OutOf|SoldOut/i.test(state)
        ? named.gone
        : "";
    const about = [words(offer.name), `${named.price}: ${price}`].filter(Boolean).join(", ");
    return [there === "" ? about : `${about}, ${there}`];
  });
}

/** Things whose own places and companies are not the page's business. */
const OTHERS = ["Event", "JobPosting", "Review", "Recipe", "Person", "Article", "NewsArticle", "BlogPosting"];

/**
 * What a page says of its business and its products in its linked data, and nowhere else.
 * @param about_it whether what is said of a business belongs to this page; else only where the data names this page as the business's own
 * @param text all that the page says besides
 */
export function unseenFacts(
  linked_data: readonly unknown[],
  page: { address: string; about_it: boolean; language: string; text: string },
): Section[] {
  const asked = page.language.slice(0, 2).toLowerCase();
  const language = Object.hasOwn(LABELS, asked) ? asked : "en";
  const named = LABELS[language] ?? ENGLISH;
  const all = new Said(page.text);
  const own = (value: unknown) => page.address !== "" && words(value).split("#")[0] === page.address;
  const found = new Map<string, Section>();
  let left = MAX_LOOKED_AT;
  eachThing(linked_data, (data) => {
    if (isType(data, ...OTHERS) || left === 0) return false;
    const reached = data.address !== undefined && (data.telephone ?? data.email ?? data.contactPoint) !== undefined;
    const business = reached || (data.openingHours ?? data.openingHoursSpecification) !== undefined;
    const product = data.offers !== undefined;
    if (!business && !product) return true;
    left--;
    const facts = [
      ...(business && (page.about_it || own(data.url) || own(data["@id"]))
        ? businessFacts(data, language, named, all)
        : []),
      ...(product ? productFacts(data, named, all) : []),
    ].slice(0, MAX_LINES);
    const name = words(data.name);
    const text = facts.join("\n");
    if (text !== "") found.set(`${name}\n${text}`, { headings: name === "" ? [] : [name], text });
    return true;
  });
  return [...found.values()];
}
