import type { Messages } from "./messages.ts";

const BACK = "Vráťte sa sem a skúste to znova.";

const texts: Messages = {
  tag: "sk",
  aiNotice: "AI asistent",
  close: "Zavrieť",
  startCall: "Začať hovor",
  endCall: "Zložiť",
  endChat: "Ukončiť chat",
  mute: "Stlmiť",
  unmute: "Zrušiť stlmenie",
  stopSpeaking: "Prerušiť reč",
  send: "Odoslať",
  inputPlaceholder: "Napíšte správu",
  startAgain: "Začať znova",
  retry: "Skúsiť znova",
  playSound: "Zapnúť zvuk",
  switchToVoice: "Prejsť na hlas",
  holdToTalk: "Podržte alebo ťuknite a hovorte",
  soundSettings: "Nastavenia zvuku",
  pause: "Pozastaviť",
  resume: "Pokračovať",
  connecting: "Pripája sa…",
  listening: "Počúva",
  thinking: "Premýšľa…",
  reconnecting: "Obnovuje sa spojenie…",
  speaking: "Hovorí",
  ended: "Rozhovor sa skončil",
  muted: "Váš mikrofón je vypnutý",
  paused: "Pozastavené",
  lastMinute: "Zostáva menej ako minúta",
  welcome: "Dobrý deň! Ako vám môžeme pomôcť?",
  orType: "alebo napíšte nižšie",
  chooseAgent: "S kým si želáte hovoriť?",
  conversation: "Rozhovor",
  you: "Vy:",
  agent: "Asistent:",
  usingTool: (name) => `Zisťuje sa: ${name}`,
  usedTool: (name) => `Zistené: ${name}`,
  interrupted: "prerušené",
  privacy: "Súkromie",
  terms: "Podmienky",

  errors: {
    microphone_denied: {
      title: "Mikrofón nie je povolený",
      help: "Povoľte ho vedľa adresy tejto stránky (ikona vľavo) a začnite nový hovor. Alebo jednoducho napíšte správu.",
    },
    microphone_missing: {
      title: "Nenašiel sa žiadny mikrofón",
      help: "Pripojte mikrofón alebo slúchadlá s mikrofónom a začnite nový hovor. Alebo jednoducho napíšte správu.",
    },
    microphone_in_use: {
      title: "Mikrofón sa už používa",
      help: "Zatvorte iné aplikácie alebo karty, ktoré ho používajú, a začnite nový hovor. Alebo jednoducho napíšte správu.",
    },
    microphone_insecure: {
      title: "Mikrofón vyžaduje zabezpečenú stránku",
      help: "Prehliadače ho povoľujú len na stránkach začínajúcich sa na https. Môžete napísať správu.",
    },
    microphone_blocked_by_frame: {
      title: "Mikrofón je na tejto stránke blokovaný",
      help: "Stránka, ktorá zobrazuje toto okno, ho nepovoľuje. Môžete napísať správu.",
    },
    unauthorized: {
      title: "Práve tu nie sme k dispozícii",
      help: "Skúste to neskôr alebo nás kontaktujte inak.",
    },
    rate_limited: {
      title: "Práve máme veľmi rušno",
      help: "Počkajte minútu a skúste to znova.",
    },
    lines_busy: {
      title: "Všetky linky sú obsadené",
      help: "Skúste to o chvíľu znova.",
    },
    too_many_conversations: {
      title: "Príliš veľa rozhovorov naraz",
      help: "Najprv ukončite iný rozhovor alebo to skúste o chvíľu znova.",
    },
    no_credit: {
      title: "Práve nemôžeme hovoriť",
      help: "Skúste to neskôr.",
    },
    agent_unavailable: {
      title: "Asistent teraz nie je k dispozícii",
      help: "Skúste to neskôr.",
    },
    unreachable: {
      title: "Nedá sa s nami spojiť",
      help: "Skontrolujte internetové pripojenie a skúste to znova.",
    },
    vendor_failed: {
      title: "Rozhovor sa nepodarilo začať",
      help: "Na našej strane sa niečo pokazilo. Skúste to znova.",
    },
    connection_lost: {
      title: "Spojenie sa prerušilo",
      help: "Skontrolujte internetové pripojenie a začnite znova.",
    },
    audio_blocked: {
      title: "Zvuk je vypnutý",
      help: "Prehliadač čaká na kliknutie, kým prehrá zvuk.",
    },
    invalid_request: {
      title: "Rozhovor sa nepodarilo začať",
      help: "Na tejto stránke nie je niečo správne nastavené. Skúste to neskôr.",
    },
  },

  consentTitle: "Skôr než začneme",
  consent: "Tento rozhovor spracúva automatický asistent a môže byť uložený. Súhlasíte?",
  agree: "Súhlasím",
  decline: "Teraz nie",
  dismiss: "Zavrieť správu",
  reconnectingHelp: "Spojenie na chvíľu vypadlo. Znova vás spájame; čo bolo povedané, zostáva tu.",
  pausedHelp: "Váš mikrofón je vypnutý a asistent čaká.",
  talkMode: "Ako hovoriť",
  handsFree: "Bez držania",
  pushToTalk: "Stlačiť a hovoriť",
  microphone: "Mikrofón",
  speaker: "Reproduktor",
  volume: "Hlasitosť",
  microphoneLevel: "Úroveň mikrofónu",
  announce: "Čítať nové správy čítačkou obrazovky",
  changeAgent: "Hovoriť s niekým iným",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: [
          "Kliknite na ikonu vľavo od adresy tejto stránky.",
          "Zapnite mikrofón alebo vyberte „Povoliť“.",
          BACK,
        ],
        firefox: [
          "Kliknite na prečiarknutý mikrofón vľavo od adresy tejto stránky.",
          "Odstráňte blokovanie pomocou ✕ vedľa neho.",
          "Vráťte sa sem, skúste to znova a vyberte „Povoliť“.",
        ],
        safari: [
          "V ponuke Safari vyberte „Nastavenia pre túto webovú stránku…“.",
          "Nastavte „Mikrofón“ na „Povoliť“.",
          BACK,
        ],
        ios: [
          "Ťuknite na ikonu vedľa adresy.",
          "Otvorte nastavenia webovej stránky a nastavte „Mikrofón“ na „Povoliť“.",
          BACK,
        ],
      },
      microphone_missing: [
        "Pripojte mikrofón alebo slúchadlá s mikrofónom.",
        "V nastaveniach zvuku systému overte, že je zapnutý.",
        BACK,
      ],
      microphone_in_use: [
        "Zatvorte iné aplikácie a karty, ktoré ho používajú, napríklad videohovor.",
        "Odpojte mikrofón a znova ho pripojte.",
        BACK,
      ],
      microphone_insecure: [
        "Prehliadače povoľujú mikrofón len na stránkach začínajúcich sa na https.",
        "Ak môžete, otvorte túto stránku s https:// na začiatku adresy.",
      ],
      microphone_blocked_by_frame: [
        "Stránka okolo tohto okna mikrofón nepovoľuje.",
        "Ak chcete hovoriť, otvorte túto časť na samostatnej karte.",
      ],
    },
    tryAgain: "Skúsiť mikrofón znova",
    asking: "Čaká sa na odpoveď prehliadača…",
    typeInstead: "Radšej písať",
    openAlone: "Otvoriť na samostatnej karte",
    works: "Váš mikrofón funguje. Povedzte niečo a sledujte ukazovateľ.",
    silent: "Váš mikrofón je zapnutý, ale neprichádza žiadny zvuk. Vyberte iný alebo na ňom hľadajte vypínač.",
  },

  searching: "Hľadá…",
  sources: "Zdroje",
  starters: "Navrhované otázky",

  copyTranscript: "Kopírovať rozhovor",
  copied: "Skopírované",
  copyFailed: "Kopírovanie sa nepodarilo. Označte text a skopírujte ho sami.",
  endedBecause: {
    failed: "Rozhovor sa prerušil. Môžete začať znova.",
    max_duration: "Najdlhší čas jedného rozhovoru uplynul. Môžete začať znova.",
    credit_exhausted: "Zostávajúci čas tohto rozhovoru sa vyčerpal.",
    operator: "Rozhovor ukončil náš tím.",
  },
  rate: "Aké to bolo?",
  stars: { one: "# hviezdička z 5", few: "# hviezdičky z 5", other: "# hviezdičiek z 5" },
  rated: "Ďakujeme!",
  comment: "Čo sa vám páčilo, čo môžeme zlepšiť? (nepovinné)",

  reception: {
    contactTitle: "Zanechajte nám kontakt",
    name: "Meno",
    email: "E-mail",
    phone: "Telefón",
    message: "Správa",
    optional: "nepovinné",
    consent: "Súhlasím s tým, aby ste ma kontaktovali v súvislosti s mojou otázkou.",
    sendContact: "Odoslať",
    sending: "Odosiela sa…",
    contactSent: "Ďakujeme. Máme vaše údaje a ozveme sa vám.",
    contactFailed: "Vaše údaje sa nepodarilo odoslať. Skontrolujte pripojenie a skúste to znova; nič sa nestratilo.",
    contactRefused: "Vaše údaje neboli prijaté. Skontrolujte ich a skúste to znova.",
    cancel: "Zrušiť",

    needName: "Skráťte meno na 200 znakov.",
    needEmail: "Zadajte celú e-mailovú adresu, napríklad name@example.com.",
    needPhone: "Zadajte celé číslo, iba číslice, napríklad +49 30 1234567.",
    needReach: "Zadajte e-mailovú adresu alebo telefónne číslo.",
    needConsent: "Začiarknite políčko, aby sme vás mohli kontaktovať.",

    closedTitle: "Práve máme zatvorené",
    opensAt: (when) => `Otvárame: ${when}.`,
    closedContact: "Zanechajte nám svoje údaje a ozveme sa vám.",

    busyTitle: "Všetky linky sú obsadené",
    busyHelp: "Môžete počkať tu. Keď na vás príde rad, spýtame sa vás.",
    wait: "Čakať v poradí",
    place: (place) => (place === 1 ? "Ste ďalší na rade." : `Vaše poradie: ${place}.`),
    stopWaiting: "Prestať čakať",
    leaveContact: "Zanechať kontakt",
    yourTurn: "Ste na rade",
    yourTurnHelp: "Linku pre vás minútu držíme.",
    startNow: "Začať hneď",
    notNow: "Teraz nie",
    queueLost: "Spojenie s poradím sa prerušilo. Skúšame to znova…",
  },
};

export default texts;
