// Long: a list, one entry for each text.
import { adBlocking } from "./questions/ad-blocking.ts";
import { administration } from "./questions/administration.ts";
import { browser } from "./questions/browser.ts";
import { budget } from "./questions/budget.ts";
import { cart } from "./questions/cart.ts";
import { coffee } from "./questions/coffee.ts";
import { collectives } from "./questions/collectives.ts";
import { company } from "./questions/company.ts";
import { construction } from "./questions/construction.ts";
import { desktop } from "./questions/desktop.ts";
import { desktopCzech } from "./questions/desktop-czech.ts";
import { desktopPolish } from "./questions/desktop-polish.ts";
import { documentation } from "./questions/documentation.ts";
import { foodHubs } from "./questions/food-hubs.ts";
import { fundraising } from "./questions/fundraising.ts";
import { handbook } from "./questions/handbook.ts";
import { helpCentre } from "./questions/help-centre.ts";
import { literature } from "./questions/literature.ts";
import { mail } from "./questions/mail.ts";
import { makerspace } from "./questions/makerspace.ts";
import { marketplace } from "./questions/marketplace.ts";
import { notes } from "./questions/notes.ts";
import { notesCzech } from "./questions/notes-czech.ts";
import { office } from "./questions/office.ts";
import { officeFrench } from "./questions/office-french.ts";
import { officeItalian } from "./questions/office-italian.ts";
import { officePortuguese } from "./questions/office-portuguese.ts";
import { operatingSystem } from "./questions/operating-system.ts";
import { passwords } from "./questions/passwords.ts";
import { pictures } from "./questions/pictures.ts";
import { picturesSpanish } from "./questions/pictures-spanish.ts";
import { policies } from "./questions/policies.ts";
import { programs } from "./questions/programs.ts";
import type { Questions } from "./questions/questions.ts";
import { retail } from "./questions/retail.ts";
import { scooters } from "./questions/scooters.ts";
import { sending } from "./questions/sending.ts";
import { shopkeeping } from "./questions/shopkeeping.ts";
import { storefront } from "./questions/storefront.ts";
import { versions } from "./questions/versions.ts";
import { villageLibrary } from "./questions/village-library.ts";
import { wallpapers } from "./questions/wallpapers.ts";
import {
  debianHandbookPages,
  evolutionPages,
  freedomBoxPages,
  gimpPages,
  gimpSpanishPages,
  gitPages,
  gnomePages,
  officePages,
  programPages,
} from "./texts/debian.ts";
import { demoPages } from "./texts/demo.ts";
import { electronPages, type SitePage } from "./texts/electron.ts";
import { repositoryPages } from "./texts/repositories.ts";

export interface Corpus {
  name: string;
  /** Texts that nobody here wrote, fetched, never committed; only the shop of the demo is ours. */
  pages(): Promise<SitePage[]>;
  questions: Questions;
  /** Nothing was tuned on it, nor may be: only such a text says what the search is worth on a text that is new to it. */
  held_out?: true;
}

async function obsidianPages(language: string): Promise<SitePage[]> {
  const pages = await repositoryPages({
    repository: "obsidianmd/obsidian-help",
    commit: "fa179e91e86eaff5859226cc045c81000d64e3cd",
    folders: [language],
    language,
  });
  return pages.map(({ address, html }) => ({ address: address.replaceAll(" ", "-"), html }));
}

export const CORPORA: readonly Corpus[] = [
  { name: "documentation (Electron)", pages: electronPages, questions: documentation },
  {
    name: "a shop's help centre (Arduino)",
    pages: () =>
      repositoryPages({
        repository: "arduino/help-center-content",
        commit: "ba74efc775755dc886d8d759d4d8f78a8012b954",
        folders: ["content"],
      }),
    questions: helpCentre,
  },
  {
    name: "policies (37signals, GitHub)",
    pages: async () => [
      ...(await repositoryPages({
        repository: "basecamp/policies",
        commit: "d39f6f17bbd90d82b1df9fa7a0df845edd487de0",
        folders: ["."],
      })),
      ...(await repositoryPages({
        repository: "github/site-policy",
        commit: "12992597c5d9d8cfc006693c54b9609d9993bc99",
        folders: ["Policies"],
      })),
    ],
    questions: policies,
  },
  {
    name: "handbooks, German and Spanish (Ludothek, Adobe)",
    pages: async () => [
      ...(await repositoryPages({
        repository: "sba/hilfe.ludothekprogramm.ch",
        commit: "81cce49b34d9fc41fb801720107865c883f37c98",
        folders: ["user/pages"],
        language: "de",
      })),
      ...(await repositoryPages({
        repository: "AdobeDocs/commerce-knowledge-base.es-ES",
        commit: "634a5526eb8ec28c2bed23881c687772f39be754",
        folders: ["help"],
        language: "es",
      })),
    ],
    questions: handbook,
  },
  {
    name: "a product's help (Bitwarden)",
    pages: () =>
      repositoryPages({
        repository: "bitwarden/help",
        commit: "18aa730c0156f7e25da39ad81bf13809b13471c6",
        folders: ["_articles"],
      }),
    questions: passwords,
  },
  {
    name: "a shop's help for sellers (Jamble)",
    pages: async () => {
      const repository = "Jamble-Live-Shopping/help-center";
      const commit = "1fefb0d5a850657378d40b25979669f621c857ff";
      const pages = await repositoryPages({ repository, commit, folders: ["articles"] });
      return pages.filter(({ address }) => address.endsWith("/en"));
    },
    questions: marketplace,
  },
  {
    name: "a handbook, German and Spanish (Debian)",
    pages: debianHandbookPages,
    questions: administration,
  },
  { name: "documentation (Git)", pages: gitPages, questions: versions, held_out: true },
  {
    name: "a guide for shops (Open Food Network)",
    pages: () =>
      repositoryPages({
        repository: "openfoodfoundation/ofn-UserGuide",
        commit: "79437a3f5dc17435020a4f6b9d69778ec1de3748",
        folders: ["."],
      }),
    questions: foodHubs,
    held_out: true,
  },
  {
    name: "a handbook, German and Spanish (GNOME)",
    pages: () => gnomePages("de", "es"),
    questions: desktop,
    held_out: true,
  },
  { name: "a handbook in Polish (GNOME)", pages: () => gnomePages("pl"), questions: desktopPolish },
  { name: "a handbook in Czech (GNOME)", pages: () => gnomePages("cs"), questions: desktopCzech },
  {
    name: "documentation (CiviCRM)",
    pages: () =>
      repositoryPages({
        repository: "civicrm/civicrm-user-guide",
        commit: "0fe6ae2fc75accde0e5d27061967cd47d3fc96e3",
        folders: ["docs"],
      }),
    questions: fundraising,
  },
  {
    name: "a product's help, Spanish and French (Wallpaper Engine)",
    pages: async () => {
      const repository = "Wallpaper-Engine-Team/wallpaper-engine-faq";
      const commit = "c6fc03ef023d5bae723f235944393176ad3c231c";
      const inLanguage = (language: string) =>
        repositoryPages({ repository, commit, folders: [`docs/${language}`], language });
      return [...(await inLanguage("es")), ...(await inLanguage("fr"))];
    },
    questions: wallpapers,
  },
  { name: "the shop of the demo", pages: demoPages, questions: coffee },
  {
    name: "a workshop that people visit, German and English (RUB Makerspace)",
    pages: async () => {
      const repository = "oliverstickel/rubmakerspace-website";
      const commit = "ff119f4508dc243575a64592bcffc640022d9713";
      const german = await repositoryPages({
        repository,
        commit,
        folders: ["docs"],
        named: "**/!(*.en).md",
        language: "de",
      });
      const english = await repositoryPages({ repository, commit, folders: ["docs"], named: "*.en.md" });
      const inEnglish = english.map(({ address, html }) => ({ address: address.replace("/docs/", "/en/"), html }));
      return [...german, ...inEnglish];
    },
    questions: makerspace,
    held_out: true,
  },
  {
    name: "a product's help (Catenda)",
    pages: () =>
      repositoryPages({
        repository: "catenda/help-center",
        commit: "e7c5af5556e3a6eaf4bdf84145f87eb9bead02cf",
        folders: ["markdown/en"],
      }),
    questions: construction,
    held_out: true,
  },
  { name: "documentation (Obsidian)", pages: () => obsidianPages("en"), questions: notes },
  {
    name: "documentation in Czech (Obsidian)",
    pages: () => obsidianPages("cs"),
    questions: notesCzech,
    held_out: true,
  },
  {
    name: "the help of a place for donations (Open Collective)",
    pages: () =>
      repositoryPages({
        repository: "opencollective/documentation",
        commit: "bc577f4e1f0240ac6d530d97c3d297f2ec20fbb2",
        folders: ["."],
      }),
    questions: collectives,
  },
  { name: "a product's help, German and Spanish (Evolution)", pages: evolutionPages, questions: mail },
  {
    name: "a product's help (SparkPost)",
    pages: () =>
      repositoryPages({
        repository: "SparkPost/support-docs",
        commit: "2cb4102c88745e0d0f72dcb096dd5fca24a35078",
        folders: ["content/docs"],
      }),
    questions: sending,
    held_out: true,
  },
  {
    name: "a product's help, German and Spanish (Ridewolf)",
    pages: async () => {
      const repository = "Ridewolf/Help-Center";
      const commit = "274b2ae68fd063c53944b0ccb4885fdf55c2bb31";
      const inLanguage = (language: string) =>
        repositoryPages({ repository, commit, folders: [`docs/${language}`], language });
      return [...(await inLanguage("de")), ...(await inLanguage("es"))];
    },
    questions: scooters,
    held_out: true,
  },
  {
    name: "documentation (JabRef)",
    pages: () =>
      repositoryPages({
        repository: "JabRef/user-documentation",
        commit: "6f34d8019878a971807046b6a094a6080e99ae86",
        folders: ["en"],
      }),
    questions: literature,
    held_out: true,
  },
  {
    name: "a guide for shops (PrestaShop)",
    pages: () =>
      repositoryPages({
        repository: "PrestaShop/user-documentation-v8-en",
        commit: "ee3d8a91ea7e9e0a23e3738aa4a6d749f7731dcb",
        folders: ["."],
      }),
    questions: storefront,
    held_out: true,
  },
  {
    name: "a product's help, German and Spanish (AdGuard)",
    pages: async () => {
      const inLanguage = (language: string, folders: string[]) =>
        repositoryPages({
          repository: "AdguardTeam/KnowledgeBase",
          commit: "601a79680c33a347e38af5797304132c31913441",
          folders: folders.map((folder) => `i18n/${language}/docusaurus-plugin-content-docs/current/${folder}`),
          language,
        });
      const onTelephones = ["adguard-content-blocker", "adguard-for-android", "adguard-for-ios"];
      const onComputers = ["linux", "mac", "safari", "windows"].map((system) => `adguard-for-${system}`);
      return [
        ...(await inLanguage("de", ["general", "guides", "miscellaneous", ...onTelephones])),
        ...(await inLanguage("es", ["adguard-browser-extension", "adguard-mini-for-mac", ...onComputers])),
      ];
    },
    questions: adBlocking,
    held_out: true,
  },
  {
    name: "policies of an office (18F)",
    pages: () =>
      repositoryPages({
        repository: "18F/handbook",
        commit: "1e4955634d0369f17e5bbc0ebbf8f62e2a3dfe4b",
        folders: [
          "general-information-and-resources",
          "getting-started",
          "hiring-staying-or-changing-jobs",
          "office-of-operations",
          "performance-management",
          "supervisor-resources",
          "training-and-development",
          "travel-and-leave",
        ].map((folder) => `pages/${folder}`),
      }),
    questions: office,
  },
  {
    name: "a guide for shops (Zen Cart)",
    pages: () =>
      repositoryPages({
        repository: "zencart/documentation",
        commit: "c723a67ebd9ff4d1b0d6880864a5c671bcaa36c4",
        folders: ["content/user"],
      }),
    questions: cart,
  },
  {
    name: "documentation (Solus)",
    pages: () =>
      repositoryPages({
        repository: "getsolus/help-center-docs",
        commit: "d1846dcacba3d6cdb37dfda33adaff6518dfe553",
        folders: ["docs/user"],
      }),
    questions: operatingSystem,
    held_out: true,
  },
  {
    name: "a library that people visit, German (Westerheim)",
    pages: () =>
      repositoryPages({
        repository: "meine-buecherei/meine-buecherei.github.io",
        commit: "71de808d3deeeaf4ccdf27798a7f467d44ce8184",
        folders: ["."],
        named: "{*,_posts/*}.md",
        language: "de",
      }),
    questions: villageLibrary,
  },
  {
    name: "the help of programs, German and Spanish (GNOME)",
    pages: programPages,
    questions: programs,
    held_out: true,
  },
  {
    name: "policies of a company (Made Tech)",
    pages: () =>
      repositoryPages({
        repository: "madetech/handbook",
        commit: "feab1851a74e3ea1f7665e095fc98337609f0619",
        folders: ["benefits", "company", "guides", "team-norms"],
      }),
    questions: company,
    held_out: true,
  },
  {
    name: "documentation (Actual)",
    pages: async () => {
      const repository = "actualbudget/docs";
      const commit = "8ad6e1440cb9ff78926f708cdd14d17a62a13792";
      const pages = await repositoryPages({ repository, commit, folders: ["docs"] });
      return pages.filter(({ address }) => !/contributing|releases$/.test(address));
    },
    questions: budget,
    held_out: true,
  },
  {
    name: "a guide for shops (nopCommerce)",
    pages: () =>
      repositoryPages({
        repository: "nopSolutions/nopCommerce-Docs",
        commit: "cc1ff9e2063ae8191ef57e79f464ebbf8ddc8da6",
        folders: ["en/getting-started", "en/running-your-store"],
      }),
    questions: shopkeeping,
    held_out: true,
  },
  {
    name: "handbooks, German and Spanish (GIMP, FreedomBox)",
    pages: async () => [...(await gimpPages()), ...(await freedomBoxPages())],
    questions: pictures,
    held_out: true,
  },
  {
    name: "the help of an app for shops (Kelola)",
    pages: () =>
      repositoryPages({
        repository: "kelola-co/help-center",
        commit: "036858e8c2f565b9c84faf4184194839d48f8262",
        folders: ["src/content/en"],
      }),
    questions: retail,
    held_out: true,
  },
  {
    name: "a product's help (Phi)",
    pages: () =>
      repositoryPages({
        repository: "phibrowser/help-center",
        commit: "55a343da5507a96a2a0414e38f2cae90c6e3ab89",
        folders: ["site"],
      }),
    questions: browser,
    held_out: true,
  },
  {
    name: "guides in French (LibreOffice)",
    pages: () => officePages("fr", "scalc", "simpress", "sdraw"),
    questions: officeFrench,
    held_out: true,
  },
  {
    name: "guides in Italian (LibreOffice)",
    pages: () => officePages("it", "swriter", "shared"),
    questions: officeItalian,
  },
  {
    name: "guides in Portuguese (LibreOffice)",
    pages: () => officePages("pt", "swriter", "shared"),
    questions: officePortuguese,
  },
  {
    name: "a handbook in Spanish (GIMP)",
    pages: gimpSpanishPages,
    questions: picturesSpanish,
    held_out: true,
  },
];
