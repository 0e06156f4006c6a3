import { execFile } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { CACHE } from "./cache.ts";
import type { SitePage } from "./electron.ts";

const run = promisify(execFile);

/** Fetches a package of Debian, once; on machines that have apt. @returns the folder of its files */
async function unpacked(name: string): Promise<string> {
  const folder = join(CACHE, name);
  if (!existsSync(join(folder, "done"))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await run("apt-get", ["download", name], { cwd: folder });
    const [file = ""] = globSync("*.deb", { cwd: folder });
    await run("dpkg-deb", ["-x", file, "."], { cwd: folder });
    writeFileSync(join(folder, "done"), "");
  }
  return folder;
}

/** The files of a folder with this ending, by their names without it. */
const filesIn = (folder: string, ending: string): { name: string; text: string }[] =>
  globSync(`*${ending}`, { cwd: folder })
    .sort()
    .map((file) => ({ name: basename(file, ending), text: readFileSync(join(folder, file), "utf8") }));

/** The Debian Administrator's Handbook as its package has it, in German and Spanish. */
export async function debianHandbookPages(): Promise<SitePage[]> {
  const folder = await unpacked("debian-handbook");
  return ["de-DE", "es-ES"].flatMap((language) =>
    filesIn(join(folder, "usr/share/doc/debian-handbook/html", language), ".html").map(({ name, text }) => ({
      address: `https://debian.example/${language.slice(0, 2)}/${name}`,
      html: text,
    })),
  );
}

/** The manual of Git, its guides and its recipes, in English. */
export async function gitPages(): Promise<SitePage[]> {
  const folder = join(await unpacked("git-doc"), "usr/share/doc/git/html");
  return [...filesIn(folder, ".html"), ...filesIn(join(folder, "howto"), ".html")].map(({ name, text }) => ({
    address: `https://git.example/docs/${name}`,
    html: text,
  }));
}

/** A page of Mallard, the XML of GNOME's help, as a site shows it. */
function mallardPage(xml: string, language: string): string {
  let depth = 0;
  const body = xml
    .replace(/<\?xml[^>]*\?>|<!--[\s\S]*?-->|<info\b[\s\S]*?<\/info>|<media\b[^>]*\/>/g, "")
    .replace(
      /<(\/?)(section|title|item|steps|list|terms|p|table|tr|td)\b[^>]*>|<[^>]+>/g,
      (_, end: string, tag?: string) => {
        if (tag === "section") depth += end ? -1 : 1;
        if (tag === "section" || tag === undefined) return "";
        const html = { title: `h${depth + 1}`, item: "li", steps: "ol", list: "ul", terms: "ul" }[tag] ?? tag;
        return `<${end}${html}>`;
      },
    );
  const [, title = ""] = /<h1>([\s\S]*?)<\/h1>/.exec(body) ?? [];
  return `<!doctype html><html lang="${language}"><title>${title}</title><main>${body}</main></html>`;
}

/** Pages of GNOME's help that a package has, in this language; the XML beside them is of no page. */
const mallardPages = (folder: string, site: string, language: string): SitePage[] =>
  filesIn(folder, ".page").map(({ name, text }) => ({
    address: `https://${site}.example/${language}/${name}`,
    html: mallardPage(text, language),
  }));

/** GNOME's help for the people at a computer, in these languages. */
export async function gnomePages(...languages: string[]): Promise<SitePage[]> {
  const folder = join(await unpacked("gnome-user-docs"), "usr/share/help");
  return languages.flatMap((language) => mallardPages(join(folder, language, "gnome-help"), "gnome", language));
}

/** The help of Evolution: its pages on mail in German, on all else in Spanish. */
export async function evolutionPages(): Promise<SitePage[]> {
  const folder = join(await unpacked("evolution-common"), "usr/share/help");
  const inLanguage = (language: string) => mallardPages(join(folder, language, "evolution"), "evolution", language);
  const isMail = ({ address }: SitePage) => address.includes("/mail-");
  return [...inLanguage("de").filter(isMail), ...inLanguage("es").filter((page) => !isMail(page))];
}

/** The help of six programs: those for documents, keys and scans in German, those for photographs, texts and virtual machines in Spanish. */
export async function programPages(): Promise<SitePage[]> {
  const helps = { evince: "evince-common", seahorse: "seahorse", "simple-scan": "simple-scan" };
  const ayudas = { shotwell: "shotwell-common", gedit: "gedit-common", "gnome-boxes": "gnome-boxes" };
  const inLanguage = async (programs: Record<string, string>, language: string) => {
    const all: SitePage[] = [];
    for (const [program, name] of Object.entries(programs)) {
      const folder = join(await unpacked(name), "usr/share/help", language, program);
      all.push(...mallardPages(folder, "programs", `${language}/${program}`));
    }
    return all.map(({ address, html }) => ({ address, html: html.replace(/(?<=<html lang=")[^"]*/, language) }));
  };
  return [...(await inLanguage(helps, "de")), ...(await inLanguage(ayudas, "es"))];
}

/** Pages of the handbook of GIMP in a language, by their names. */
async function gimpHandbook(language: string, named: RegExp): Promise<SitePage[]> {
  const folder = join(await unpacked(`gimp-help-${language}`), "usr/share/gimp/2.0/help", language);
  return filesIn(folder, ".html")
    .filter(({ name }) => named.test(name))
    .map(({ name, text }) => ({ address: `https://gimp.example/${language}/${name}`, html: text }));
}

/** The handbook of GIMP in German: its pages on files, editing, images and tools. */
export const gimpPages = (): Promise<SitePage[]> => gimpHandbook("de", /^gimp-(?:file|edit|image|tool)-/);

/** The same in Spanish: its pages on filters, layers, colours and how GIMP works. */
export const gimpSpanishPages = (): Promise<SitePage[]> =>
  gimpHandbook("es", /^gimp-(?:filter|layer|concepts|colors)-/);

/** Guides of LibreOffice's help in a language, those of some of its programs. */
export async function officePages(language: string, ...programs: string[]): Promise<SitePage[]> {
  const folder = join(await unpacked(`libreoffice-help-${language}`), "usr/share/libreoffice/help", language, "text");
  return programs.flatMap((program) =>
    filesIn(join(folder, program, "guide"), ".html").map(({ name, text }) => ({
      address: `https://office.example/${language}/${program}/${name}`,
      html: text,
    })),
  );
}

/** The manual of FreedomBox in Spanish, a page for each part. */
export async function freedomBoxPages(): Promise<SitePage[]> {
  const folder = join(await unpacked("freedombox-doc-es"), "usr/share/freedombox/manual/es");
  // The whole as one page, and pages on boards that nobody translated.
  const others =
    /^(?:Manual|freedombox-manual|ReleaseNotes|Debian|USBWiFi|VirtualBox)$|^(?:A20|APU|Banana|Beagle|Cubie|Orange|Pine|Pioneer|Raspberry|Rock|pcDuino)/;
  return filesIn(folder, ".part.html")
    .filter(({ name }) => !others.test(name))
    .map(({ name, text }) => ({
      address: `https://freedombox.example/es/${name}`,
      html: `<!doctype html><html lang="es"><title>${name}</title><main>${text}</main></html>`,
    }));
}
