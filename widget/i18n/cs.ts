import type { Messages } from "./messages.ts";

const BACK = "Vraťte se sem a zkuste to znovu.";

const texts: Messages = {
  tag: "cs",
  aiNotice: "AI asistent",
  close: "Zavřít",
  startCall: "Zahájit hovor",
  endCall: "Zavěsit",
  endChat: "Ukončit chat",
  mute: "Ztlumit",
  unmute: "Zrušit ztlumení",
  stopSpeaking: "Přerušit řeč",
  send: "Odeslat",
  inputPlaceholder: "Napište zprávu",
  startAgain: "Začít znovu",
  retry: "Zkusit znovu",
  playSound: "Zapnout zvuk",
  switchToVoice: "Přejít na hlas",
  holdToTalk: "Podržte nebo klepněte a mluvte",
  soundSettings: "Nastavení zvuku",
  pause: "Pozastavit",
  resume: "Pokračovat",
  connecting: "Připojování…",
  listening: "Poslouchá",
  thinking: "Přemýšlí…",
  reconnecting: "Obnovování spojení…",
  speaking: "Mluví",
  ended: "Rozhovor skončil",
  muted: "Váš mikrofon je vypnutý",
  paused: "Pozastaveno",
  lastMinute: "Zbývá méně než minuta",
  welcome: "Dobrý den! Jak vám můžeme pomoci?",
  orType: "nebo napište níže",
  chooseAgent: "S kým si přejete mluvit?",
  conversation: "Rozhovor",
  you: "Vy:",
  agent: "Asistent:",
  usingTool: (name) => `Zjišťuje se: ${name}`,
  usedTool: (name) => `Zjištěno: ${name}`,
  interrupted: "přerušeno",
  privacy: "Soukromí",
  terms: "Podmínky",

  errors: {
    microphone_denied: {
      title: "Mikrofon není povolen",
      help: "Povolte jej vedle adresy této stránky (ikona vlevo) a zahajte nový hovor. Nebo prostě napište zprávu.",
    },
    microphone_missing: {
      title: "Nebyl nalezen žádný mikrofon",
      help: "Připojte mikrofon nebo náhlavní soupravu a zahajte nový hovor. Nebo prostě napište zprávu.",
    },
    microphone_in_use: {
      title: "Mikrofon se již používá",
      help: "Zavřete jiné aplikace nebo karty, které jej používají, a zahajte nový hovor. Nebo prostě napište zprávu.",
    },
    microphone_insecure: {
      title: "Mikrofon vyžaduje zabezpečenou stránku",
      help: "Prohlížeče jej povolují jen na stránkách začínajících https. Můžete napsat zprávu.",
    },
    microphone_blocked_by_frame: {
      title: "Mikrofon je na této stránce blokován",
      help: "Stránka, která zobrazuje toto okno, jej nepovoluje. Můžete napsat zprávu.",
    },
    unauthorized: {
      title: "Právě zde nejsme k dispozici",
      help: "Zkuste to prosím později nebo nás kontaktujte jinak.",
    },
    rate_limited: {
      title: "Právě máme velmi rušno",
      help: "Počkejte prosím minutu a zkuste to znovu.",
    },
    lines_busy: {
      title: "Všechny linky jsou obsazené",
      help: "Zkuste to prosím za chvíli znovu.",
    },
    no_credit: {
      title: "Právě nemůžeme mluvit",
      help: "Zkuste to prosím později.",
    },
    agent_unavailable: {
      title: "Asistent teď není k dispozici",
      help: "Zkuste to prosím později.",
    },
    unreachable: {
      title: "Nelze se s námi spojit",
      help: "Zkontrolujte připojení k internetu a zkuste to znovu.",
    },
    vendor_failed: {
      title: "Rozhovor se nepodařilo zahájit",
      help: "Na naší straně se něco pokazilo. Zkuste to prosím znovu.",
    },
    connection_lost: {
      title: "Spojení bylo přerušeno",
      help: "Zkontrolujte připojení k internetu a začněte znovu.",
    },
    audio_blocked: {
      title: "Zvuk je vypnutý",
      help: "Prohlížeč čeká na kliknutí, než přehraje zvuk.",
    },
    invalid_request: {
      title: "Rozhovor se nepodařilo zahájit",
      help: "Na této stránce není něco správně nastaveno. Zkuste to prosím později.",
    },
  },

  consentTitle: "Než začneme",
  consent: "Tento rozhovor zpracovává automatický asistent a může být uložen. Souhlasíte?",
  agree: "Souhlasím",
  decline: "Teď ne",
  dismiss: "Zavřít zprávu",
  reconnectingHelp: "Spojení na okamžik vypadlo. Znovu vás spojujeme; co bylo řečeno, zůstává zde.",
  pausedHelp: "Váš mikrofon je vypnutý a asistent čeká.",
  talkMode: "Jak mluvit",
  handsFree: "Bez držení",
  pushToTalk: "Stisknout a mluvit",
  microphone: "Mikrofon",
  speaker: "Reproduktor",
  volume: "Hlasitost",
  microphoneLevel: "Úroveň mikrofonu",
  announce: "Číst nové zprávy čtečkou obrazovky",
  changeAgent: "Mluvit s někým jiným",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: ["Klikněte na ikonu vlevo od adresy této stránky.", "Zapněte mikrofon nebo zvolte „Povolit“.", BACK],
        firefox: [
          "Klikněte na přeškrtnutý mikrofon vlevo od adresy této stránky.",
          "Odstraňte blokování pomocí ✕ vedle něj.",
          "Vraťte se sem, zkuste to znovu a zvolte „Povolit“.",
        ],
        safari: ["V nabídce Safari zvolte „Nastavení pro tento web…“.", "Nastavte „Mikrofon“ na „Povolit“.", BACK],
        ios: ["Klepněte na ikonu vedle adresy.", "Otevřete nastavení webu a nastavte „Mikrofon“ na „Povolit“.", BACK],
      },
      microphone_missing: [
        "Připojte mikrofon nebo náhlavní soupravu.",
        "V nastavení zvuku systému ověřte, že je zapnutý.",
        BACK,
      ],
      microphone_in_use: [
        "Zavřete jiné aplikace a karty, které jej používají, například videohovor.",
        "Odpojte mikrofon a znovu jej připojte.",
        BACK,
      ],
      microphone_insecure: [
        "Prohlížeče povolují mikrofon jen na stránkách začínajících https.",
        "Pokud můžete, otevřete tuto stránku s https:// na začátku adresy.",
      ],
      microphone_blocked_by_frame: [
        "Stránka kolem tohoto okna mikrofon nepovoluje.",
        "Chcete-li mluvit, otevřete tuto část na samostatné kartě.",
      ],
    },
    tryAgain: "Zkusit mikrofon znovu",
    asking: "Čeká se na odpověď prohlížeče…",
    typeInstead: "Raději psát",
    openAlone: "Otevřít na samostatné kartě",
    works: "Váš mikrofon funguje. Řekněte něco a sledujte ukazatel.",
    silent: "Váš mikrofon je zapnutý, ale nepřichází žádný zvuk. Vyberte jiný nebo na něm hledejte vypínač.",
  },

  copyTranscript: "Kopírovat rozhovor",
  copied: "Zkopírováno",
  copyFailed: "Kopírování se nezdařilo. Označte text a zkopírujte jej sami.",
  endedBecause: {
    failed: "Rozhovor se přerušil. Můžete začít znovu.",
    max_duration: "Nejdelší doba jednoho rozhovoru uplynula. Můžete začít znovu.",
    credit_exhausted: "Zbývající čas tohoto rozhovoru je vyčerpán.",
    operator: "Rozhovor ukončil náš tým.",
  },
  rate: "Jak to probíhalo?",
  stars: { one: "# hvězdička z 5", few: "# hvězdičky z 5", other: "# hvězdiček z 5" },
  rated: "Děkujeme!",
  comment: "Co se vám líbilo, co můžeme zlepšit? (nepovinné)",
};

export default texts;
