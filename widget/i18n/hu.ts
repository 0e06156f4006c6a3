// Long: every text of the language stands in one file, in the order of messages.ts.
import type { Messages } from "./messages.ts";

const BACK = "Térjen vissza ide, és próbálja újra.";

const texts: Messages = {
  tag: "hu",
  aiNotice: "MI-asszisztens",
  close: "Bezárás",
  startCall: "Hívás indítása",
  endCall: "Hívás befejezése",
  endChat: "Csevegés befejezése",
  mute: "Némítás",
  unmute: "Némítás feloldása",
  stopSpeaking: "Beszéd leállítása",
  send: "Küldés",
  inputPlaceholder: "Írjon üzenetet",
  startAgain: "Újrakezdés",
  retry: "Újrapróbálás",
  playSound: "Hang bekapcsolása",
  switchToVoice: "Váltás hangra",
  holdToTalk: "Tartsa nyomva vagy koppintson a beszédhez",
  talking: "Engedje el vagy koppintson a leállításhoz",
  more: "Továbbiak",
  jumpToLatest: "Ugrás a legújabbhoz",
  soundSettings: "Hangbeállítások",
  pause: "Szünet",
  resume: "Folytatás",
  connecting: "Kapcsolódás…",
  listening: "Figyel",
  thinking: "Gondolkodik…",
  reconnecting: "Újrakapcsolódás…",
  speaking: "Beszél",
  ended: "A beszélgetés véget ért",
  muted: "A mikrofonja ki van kapcsolva",
  paused: "Szünetel",
  lastMinute: "Kevesebb mint egy perc maradt",
  welcome: "Jó napot! Miben segíthetünk?",
  orType: "vagy írjon alább",
  chooseAgent: "Kivel szeretne beszélni?",
  conversation: "Beszélgetés",
  you: "Ön:",
  agent: "Asszisztens:",
  usingTool: (name) => `${name} használata…`,
  usedTool: (name) => `Használva: ${name}`,
  interrupted: "félbeszakítva",
  privacy: "Adatvédelem",
  terms: "Feltételek",

  errors: {
    microphone_denied: {
      title: "A mikrofon nincs engedélyezve",
      help: "Engedélyezze az oldal címe mellett, majd indítson új hívást. Vagy írja meg az üzenetét.",
    },
    microphone_missing: {
      title: "Nem található mikrofon",
      help: "Csatlakoztasson mikrofont vagy headsetet, majd indítson új hívást. Vagy írja meg az üzenetét.",
    },
    microphone_in_use: {
      title: "A mikrofon használatban van",
      help: "Zárja be a többi alkalmazást vagy lapot, amely használja, majd indítson új hívást. Vagy írja meg az üzenetét.",
    },
    microphone_insecure: {
      title: "A mikrofonhoz biztonságos oldal kell",
      help: "Megírhatja az üzenetét.",
    },
    microphone_blocked_by_frame: {
      title: "A mikrofon le van tiltva ezen az oldalon",
      help: "Az ablakot megjelenítő oldal nem engedélyezi. Megírhatja az üzenetét.",
    },
    unauthorized: {
      title: "Jelenleg itt nem vagyunk elérhetők",
      help: "Próbálja újra később.",
    },
    rate_limited: { title: "Most nagyon sokan keresnek minket", help: "Várjon egy percet, majd próbálja újra." },
    lines_busy: {
      title: "Minden vonal foglalt",
      help: "Próbálja újra hamarosan.",
    },
    too_many_conversations: {
      title: "Túl sok beszélgetés egyszerre",
      help: "Előbb fejezzen be egy másikat, vagy próbálja újra hamarosan.",
    },
    no_credit: {
      title: "Most nem tudunk beszélni",
      help: "Próbálja újra később.",
    },
    agent_unavailable: {
      title: "Az asszisztens most nem érhető el",
      help: "Próbálja újra később.",
    },
    unreachable: {
      title: "Nem vagyunk elérhetők",
      help: "Ellenőrizze az internetkapcsolatát, vagy próbálja újra később.",
    },
    service_failed: { title: "Valami hiba történt nálunk", help: "Próbálja újra egy kis idő múlva." },
    vendor_failed: {
      title: "A beszélgetés nem tudott elkezdődni",
      help: "Próbálja újra egy kis idő múlva.",
    },
    connection_lost: {
      title: "A kapcsolat megszakadt",
      help: "Kezdje újra. Ha ismét előfordul, ellenőrizze az internetkapcsolatát.",
    },
    audio_blocked: {
      title: "A hang ki van kapcsolva",
      help: "A böngésző kattintásra vár, mielőtt hangot játszik le.",
    },
    invalid_request: {
      title: "A beszélgetés nem tudott elkezdődni",
      help: "Valami nincs jól beállítva ezen az oldalon. Próbálja újra később.",
    },
  },

  consentTitle: "Mielőtt elkezdjük",
  consent: "Ezt a beszélgetést automatikus asszisztens dolgozza fel, és tárolható. Beleegyezik?",
  agree: "Beleegyezem",
  decline: "Most nem",
  dismiss: "Üzenet bezárása",
  reconnectingHelp: "A kapcsolat megszakadt. Újrakapcsolódás… a beszélgetését megőriztük.",
  pausedHelp: "A mikrofonja ki van kapcsolva, és az asszisztens vár.",
  talkMode: "Beszédmód",
  handsFree: "Szabad kezes",
  pushToTalk: "Nyomva tartós beszéd",
  microphone: "Mikrofon",
  systemDefault: "A rendszer alapértelmezése",
  chooseMicrophone: "Mikrofon kiválasztása",
  speaker: "Hangszóró",
  volume: "Hangerő",
  microphoneLevel: "Mikrofon szintje",
  announce: "Új üzenetek felolvasása képernyőolvasóval",
  moreTime: "Több időre van szükségem: várjon tovább, ha szünetet tartok",
  fromNextCall: "A következő hívástól érvényes",
  changeAgent: "Beszélgetés valaki mással",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: [
          "Kattintson az oldal címétől balra lévő ikonra.",
          "Kapcsolja be a mikrofont, vagy válassza az „Engedélyezés” lehetőséget.",
          BACK,
        ],
        firefox: [
          "Kattintson az oldal címétől balra lévő áthúzott mikrofonra.",
          "Oldja fel a tiltást a mellette lévő ✕ jellel.",
          "Térjen vissza ide, próbálja újra, és válassza az „Engedélyezés” lehetőséget.",
        ],
        safari: [
          "A Safari menüjében válassza az „Ezen webhely beállításai…” pontot.",
          "Állítsa a „Mikrofon” beállítást „Engedélyezés” értékre.",
          BACK,
        ],
        ios: [
          "Koppintson a cím melletti ikonra.",
          "Nyissa meg a webhely beállításait, és állítsa a „Mikrofon” beállítást „Engedélyezés” értékre.",
          BACK,
        ],
      },
      microphone_missing: [
        "Csatlakoztasson mikrofont vagy headsetet.",
        "Ellenőrizze a rendszer hangbeállításaiban, hogy be van-e kapcsolva.",
        BACK,
      ],
      microphone_in_use: [
        "Zárja be a többi alkalmazást és lapot, amely használja, például egy videohívást.",
        "Húzza ki a mikrofont, majd csatlakoztassa újra.",
        BACK,
      ],
      microphone_insecure: [
        "A böngészők csak a https kezdetű oldalakon engedélyezik a mikrofont.",
        "Ha teheti, nyissa meg ezt az oldalt úgy, hogy a cím elején https:// áll.",
      ],
      microphone_blocked_by_frame: [
        "Az ablak körüli oldal nem engedélyezi a mikrofont.",
        "A beszédhez nyissa meg ezt a részt saját lapon.",
      ],
    },
    still: {
      microphone_denied: "Még mindig le van tiltva",
      microphone_missing: "Még mindig nincs mikrofon",
      microphone_in_use: "Még mindig használatban van",
    },
    tryAgain: "Mikrofon újrapróbálása",
    asking: "Várakozás a böngésző válaszára…",
    pointAt: "A böngésző az oldal címe mellett kérdez a mikrofonról. Válaszoljon ott, vagy egyszerűen írjon.",
    typeInstead: "Inkább írok",
    openAlone: "Megnyitás saját lapon",
    works: "A mikrofonja működik. Mondjon valamit, és figyelje a sávot.",
    silent:
      "A mikrofonja be van kapcsolva, de nem érkezik hang. Válasszon másikat, vagy keressen rajta némítókapcsolót.",
  },

  searching: "Keres…",
  sources: "Források",
  starters: "Javasolt kérdések",

  copyTranscript: "Beszélgetés másolása",
  copied: "Másolva",
  copyFailed: "A másolás nem sikerült. Jelölje ki és másolja ki a szöveget.",
  notSent: "Nincs elküldve",
  otherTab: { title: "Ön egy másik lapon beszél", talkHere: "Beszélek inkább itt" },
  endedBecause: {
    failed: "A beszélgetés megszakadt. Újrakezdheti.",
    max_duration: "Ez a beszélgetés elérte az időkorlátját. Újrakezdheti.",
    credit_exhausted: "Elfogyott a beszélgetésre maradt idő.",
    operator: "A beszélgetést munkatársaink befejezték.",
  },
  rate: "Milyen volt?",
  stars: { one: "# csillag az 5-ből", other: "# csillag az 5-ből" },
  rated: "Köszönjük!",
  comment: "Mi tetszett, min javíthatnánk? (nem kötelező)",

  contactAndQueue: {
    contactTitle: "Adja meg elérhetőségét",
    name: "Név",
    email: "E-mail-cím",
    phone: "Telefon",
    message: "Üzenet",
    optional: "nem kötelező",
    consent: "Hozzájárulok, hogy a kérésemmel kapcsolatban felvegyék velem a kapcsolatot.",
    sendContact: "Küldés",
    sending: "Küldés folyamatban…",
    contactSent: "Köszönjük. Megkaptuk az adatait, és jelentkezni fogunk.",
    contactFailed:
      "Az adatait nem sikerült elküldeni. Ellenőrizze a kapcsolatot, és próbálja újra; semmi sem veszett el.",
    contactRefused: "Az adatait nem fogadtuk el. Ellenőrizze őket, és próbálja újra.",
    cancel: "Mégse",

    needName: "Rövidítse a nevet 200 karakterre.",
    needEmail: "Adjon meg egy teljes e-mail-címet, például name@example.com.",
    needPhone: "Adja meg a teljes számot, például +49 30 1234567.",
    needReach: "Adjon meg egy e-mail-címet vagy egy telefonszámot.",
    needConsent: "Jelölje be a négyzetet, hogy felvehessük Önnel a kapcsolatot.",

    closedTitle: "Jelenleg zárva vagyunk",
    opensAt: (when) => `Nyitás: ${when}.`,
    closedContact: "Adja meg elérhetőségét, és jelentkezni fogunk.",

    busyTitle: "Minden vonal foglalt",
    busyHelp: "Itt várakozhat. Szólunk, amikor Ön következik.",
    wait: "Várakozás a sorban",
    place: (place) => (place === 1 ? "Ön a következő a sorban." : `Az Ön helye a sorban: ${place}.`),
    stopWaiting: "Várakozás befejezése",
    leaveContact: "Elérhetőség megadása",
    yourTurn: "Ön következik",
    yourTurnHelp: "Egy vonalat egy percig fenntartunk Önnek.",
    startNow: "Kezdés most",
    notNow: "Most nem",
    queueLost: "A kapcsolat a várakozási sorral megszakadt. Újrapróbálkozás…",
  },
};

export default texts;
