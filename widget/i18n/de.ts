// Long: every text of the language stands in one file, in the order of messages.ts.
import type { Messages } from "./messages.ts";

const de: Messages = {
  tag: "de",
  aiNotice: "KI-Assistent",
  close: "Schließen",
  startCall: "Anruf starten",
  endCall: "Auflegen",
  endChat: "Chat beenden",
  mute: "Stumm schalten",
  unmute: "Mikrofon einschalten",
  stopSpeaking: "Nicht weitersprechen",
  send: "Senden",
  inputPlaceholder: "Nachricht schreiben",
  extension: {
    question: "Brauchen Sie mehr Zeit?",
    extend: "Verlängern",
    granted: "Sie haben jetzt mehr Zeit.",
    impossible: "Dieses Gespräch lässt sich nicht verlängern.",
  },
  startAgain: "Neu beginnen",
  retry: "Noch einmal versuchen",
  playSound: "Ton einschalten",
  switchToVoice: "Zum Sprechen wechseln",

  holdToTalk: "Zum Sprechen halten oder tippen",
  talking: "Loslassen oder tippen zum Beenden",
  keyboard: "Tastatur",
  more: "Mehr",
  done: "Fertig",
  jumpToLatest: "Zum Neuesten",
  soundSettings: "Toneinstellungen",
  pause: "Pause",
  resume: "Fortsetzen",

  connecting: "Verbindung wird aufgebaut …",
  listening: "Hört zu",
  thinking: "Denkt nach …",
  reconnecting: "Verbindung wird wiederhergestellt …",
  speaking: "Spricht",
  ended: "Gespräch beendet",
  muted: "Ihr Mikrofon ist aus",
  paused: "Pausiert",
  lastMinute: "Noch weniger als eine Minute",

  welcome: "Guten Tag! Wie können wir helfen?",
  chooseAgent: "Mit wem möchten Sie sprechen?",
  conversation: "Gespräch",
  you: "Sie:",
  agent: "Agent:",
  usingTool: (name) => `${name} wird verwendet …`,
  usedTool: (name) => `${name} verwendet`,
  interrupted: "unterbrochen",

  privacy: "Datenschutz",
  terms: "Bedingungen",

  errors: {
    microphone_denied: {
      title: "Das Mikrofon ist nicht erlaubt",
      help: "Erlauben Sie es neben der Adresse dieser Seite und starten Sie den Anruf neu. Oder schreiben Sie Ihre Nachricht.",
    },
    microphone_missing: {
      title: "Es wurde kein Mikrofon gefunden",
      help: "Schließen Sie ein Mikrofon oder Headset an und starten Sie den Anruf neu. Oder schreiben Sie Ihre Nachricht.",
    },
    microphone_in_use: {
      title: "Das Mikrofon ist belegt",
      help: "Schließen Sie andere Programme oder Tabs, die es benutzen, und starten Sie den Anruf neu. Oder schreiben Sie Ihre Nachricht.",
    },
    microphone_insecure: {
      title: "Das Mikrofon braucht eine sichere Seite",
      help: "Sie können schreiben.",
    },
    microphone_blocked_by_frame: {
      title: "Das Mikrofon ist auf dieser Seite gesperrt",
      help: "Die Seite, die dieses Fenster zeigt, erlaubt es nicht. Sie können schreiben.",
    },
    unauthorized: {
      title: "Wir sind hier gerade nicht erreichbar",
      help: "Bitte versuchen Sie es später noch einmal.",
    },
    rate_limited: {
      title: "Bei uns ist gerade sehr viel los",
      help: "Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.",
    },
    lines_busy: {
      title: "Alle Leitungen sind belegt",
      help: "Bitte versuchen Sie es gleich noch einmal.",
    },
    too_many_conversations: {
      title: "Zu viele Gespräche gleichzeitig",
      help: "Bitte beenden Sie zuerst ein anderes, oder versuchen Sie es gleich noch einmal.",
    },
    no_credit: {
      title: "Wir können gerade nicht sprechen",
      help: "Bitte versuchen Sie es später noch einmal.",
    },
    agent_unavailable: {
      title: "Der Assistent ist gerade nicht verfügbar",
      help: "Bitte versuchen Sie es später noch einmal.",
    },
    unreachable: {
      title: "Wir sind nicht erreichbar",
      help: "Prüfen Sie Ihre Internetverbindung oder versuchen Sie es später noch einmal.",
    },
    service_failed: {
      title: "Auf unserer Seite ist etwas schiefgelaufen",
      help: "Bitte versuchen Sie es gleich noch einmal.",
    },
    vendor_failed: {
      title: "Das Gespräch konnte nicht beginnen",
      help: "Bitte versuchen Sie es gleich noch einmal.",
    },
    connection_lost: {
      title: "Die Verbindung ist abgerissen",
      help: "Bitte beginnen Sie neu. Wenn es wieder passiert, prüfen Sie Ihre Internetverbindung.",
    },
    audio_blocked: {
      title: "Der Ton ist aus",
      help: "Ihr Browser wartet auf einen Klick, bevor er Ton abspielt.",
    },
    invalid_request: {
      title: "Das Gespräch konnte nicht beginnen",
      help: "Auf dieser Seite ist etwas nicht richtig eingerichtet. Bitte versuchen Sie es später noch einmal.",
    },
  },

  consentTitle: "Bevor es losgeht",
  consent:
    "Dieses Gespräch wird von einem automatischen Agenten verarbeitet und kann gespeichert werden. Sind Sie einverstanden?",
  agree: "Einverstanden",
  decline: "Jetzt nicht",

  dismiss: "Ausblenden",
  reconnectingHelp: "Verbindung verloren. Sie wird wiederhergestellt … Ihr Gespräch ist gespeichert.",
  pausedHelp: "Ihr Mikrofon ist aus und der Agent wartet.",

  talkMode: "Sprechmodus",
  handsFree: "Freisprechen",
  pushToTalk: "Taste zum Sprechen",
  microphone: "Mikrofon",
  systemDefault: "Systemstandard",
  chooseMicrophone: "Mikrofon auswählen",
  speaker: "Lautsprecher",
  volume: "Lautstärke",
  microphoneLevel: "Mikrofonpegel",
  announce: "Neue Nachrichten vom Screenreader vorlesen lassen",
  moreTime: "Ich brauche mehr Zeit: bei Pausen länger warten",
  speed: { title: "Sprechtempo", slower: "Langsamer", usual: "Normal", faster: "Schneller" },
  language: "Sprache",
  fromNextCall: "Gilt ab dem nächsten Anruf",
  noPause: "Der Agent hört keine Pause und merkt deshalb nicht, wann Sie fertig sind.",
  usePushToTalk: "Mit Taste sprechen",
  changeAgent: "Mit jemand anderem sprechen",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: [
          "Klicken Sie auf das Symbol links neben der Adresse dieser Seite.",
          "Schalten Sie das Mikrofon ein oder wählen Sie „Zulassen“.",
          "Kommen Sie hierher zurück und versuchen Sie es noch einmal.",
        ],
        firefox: [
          "Klicken Sie links neben der Adresse dieser Seite auf das durchgestrichene Mikrofon.",
          "Heben Sie die Sperre mit dem ✕ daneben auf.",
          "Kommen Sie zurück, versuchen Sie es noch einmal und wählen Sie „Erlauben“.",
        ],
        safari: [
          "Wählen Sie im Menü „Safari“ die „Einstellungen für diese Website …“.",
          "Stellen Sie „Mikrofon“ auf „Erlauben“.",
          "Kommen Sie hierher zurück und versuchen Sie es noch einmal.",
        ],
        ios: [
          "Tippen Sie auf das Symbol neben der Adresse.",
          "Öffnen Sie die Website-Einstellungen und stellen Sie „Mikrofon“ auf „Erlauben“.",
          "Kommen Sie hierher zurück und versuchen Sie es noch einmal.",
        ],
      },
      microphone_missing: [
        "Schließen Sie ein Mikrofon oder Headset an.",
        "Prüfen Sie in den Toneinstellungen Ihres Geräts, ob es eingeschaltet ist.",
        "Kommen Sie hierher zurück und versuchen Sie es noch einmal.",
      ],
      microphone_in_use: [
        "Schließen Sie andere Programme und Tabs, die es benutzen, zum Beispiel einen Videoanruf.",
        "Ziehen Sie das Mikrofon ab und stecken Sie es wieder an.",
        "Kommen Sie hierher zurück und versuchen Sie es noch einmal.",
      ],
      microphone_insecure: [
        "Browser erlauben das Mikrofon nur auf Seiten, die mit https beginnen.",
        "Öffnen Sie diese Seite, wenn es geht, mit https:// vor der Adresse.",
      ],
      microphone_blocked_by_frame: [
        "Die Seite um dieses Fenster herum erlaubt das Mikrofon nicht.",
        "Öffnen Sie diesen Teil in einem eigenen Tab, um dort zu sprechen.",
      ],
    },
    still: {
      microphone_denied: "Immer noch blockiert",
      microphone_missing: "Immer noch kein Mikrofon gefunden",
      microphone_in_use: "Immer noch belegt",
    },
    tryAgain: "Mikrofon noch einmal versuchen",
    asking: "Warten auf die Antwort Ihres Browsers …",
    pointAt:
      "Ihr Browser fragt neben der Adresse dieser Seite nach dem Mikrofon. Antworten Sie dort, oder schreiben Sie einfach.",
    typeInstead: "Stattdessen schreiben",
    openAlone: "In eigenem Tab öffnen",
    works: "Ihr Mikrofon funktioniert. Sagen Sie etwas und beobachten Sie den Balken.",
    silent:
      "Ihr Mikrofon ist an, aber es kommt kein Ton an. Wählen Sie ein anderes oder suchen Sie daran einen Stummschalter.",
  },

  searching: "Sucht …",
  sources: "Quellen",
  starters: "Vorgeschlagene Fragen",

  copyTranscript: "Gespräch kopieren",
  copied: "Kopiert",
  copyFailed: "Das Kopieren hat nicht geklappt. Markieren Sie den Text und kopieren Sie ihn selbst.",
  notSent: "Nicht gesendet",
  otherTab: { title: "Sie sprechen in einem anderen Tab", talkHere: "Stattdessen hier sprechen" },

  endedBecause: {
    failed: "Das Gespräch wurde unterbrochen. Sie können neu beginnen.",
    max_duration: "Dieses Gespräch hat seine Höchstdauer erreicht. Sie können neu beginnen.",
    credit_exhausted: "Die verbleibende Zeit für dieses Gespräch ist aufgebraucht.",
    operator: "Das Gespräch wurde von unserem Team beendet.",
  },
  rate: "Wie war das Gespräch?",
  stars: { other: "# von 5 Sternen" },
  rated: "Vielen Dank!",
  comment: "Was war gut, was geht besser? (freiwillig)",

  contactAndQueue: {
    contactTitle: "Hinterlassen Sie Ihre Kontaktdaten",
    name: "Name",
    email: "E-Mail",
    phone: "Telefon",
    message: "Nachricht",
    optional: "freiwillig",
    consent: "Ich bin einverstanden, dass ich zu meinem Anliegen kontaktiert werde.",
    sendContact: "Senden",
    sending: "Wird gesendet …",
    contactSent: "Vielen Dank. Wir haben Ihre Angaben und melden uns bei Ihnen.",
    contactFailed:
      "Ihre Angaben konnten nicht gesendet werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal. Ihre Eingaben sind noch da.",
    contactRefused: "Ihre Angaben wurden nicht angenommen. Prüfen Sie sie und versuchen Sie es noch einmal.",
    cancel: "Abbrechen",

    tooLong: (most) => `Kürzen Sie den Text auf ${most} Zeichen.`,
    needEmail: "Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel name@example.com.",
    needPhone: "Geben Sie die vollständige Nummer ein, zum Beispiel +49 30 1234567.",
    needReach: "Geben Sie eine E-Mail-Adresse oder eine Telefonnummer ein.",
    needConsent: "Setzen Sie das Häkchen, damit wir Sie kontaktieren dürfen.",

    closedTitle: "Wir haben gerade geschlossen",
    opensAt: (when) => `Wir öffnen wieder: ${when}.`,
    closedContact: "Hinterlassen Sie Ihre Kontaktdaten, und wir melden uns bei Ihnen.",

    busyTitle: "Alle Leitungen sind belegt",
    busyHelp: "Sie können hier warten. Wir fragen Sie, wenn Sie an der Reihe sind.",
    wait: "In der Warteschlange warten",
    place: (place) =>
      place === 1 ? "Sie sind als Nächstes an der Reihe." : `Sie sind Nummer ${place} in der Warteschlange.`,
    stopWaiting: "Nicht mehr warten",
    leaveContact: "Kontaktdaten hinterlassen",
    yourTurn: "Sie sind an der Reihe",
    yourTurnHelp: "Eine Leitung wird eine Minute lang für Sie freigehalten.",
    startNow: "Jetzt starten",
    notNow: "Jetzt nicht",
    oneMoreMinute: "Noch eine Minute",
    queueLost: "Die Verbindung zur Warteschlange ist abgerissen. Neuer Versuch …",
  },

  person: {
    ask: "Mit einem Menschen sprechen",
    waiting: (time) => `Das Team wird gefragt, etwa ${time}`,
    joined: (name) => `${name} ist jetzt dabei`,
    left: (name) => `${name} hat das Gespräch verlassen`,
    missed: "Gerade hat niemand aus dem Team Zeit. Der Assistent macht weiter.",
    unasked: "Das Team konnte nicht gefragt werden. Versuchen Sie es noch einmal.",
    badge: "Aus dem Team",
    away: (name) => `Die Verbindung zu ${name} ist abgerissen. Wir warten, bis sie wieder da ist.`,
    typing: (name) => `${name} schreibt …`,
    seen: "Gesehen",
    answered: (name) => `${name} hat geantwortet`,
    notTaken: "Das wurde nicht gesendet. Warten Sie kurz und versuchen Sie es noch einmal.",
    talk: "Miteinander sprechen",
    asked: (name) => `${name} möchte mit Ihnen sprechen`,
    accept: "Jetzt sprechen",
    decline: "Nicht jetzt",
    calling: (name) => `${name} wird um ein Gespräch gebeten …`,
    talking: (name) => `Sie sprechen mit ${name}`,
    declined: (name) => `${name} kann gerade nicht sprechen`,
    noSound: "Der Ton ließ sich nicht verbinden. Schreiben Sie weiter.",
    callOver: "Der Anruf ist beendet. Schreiben Sie weiter.",
    noMicrophone: "Das Mikrofon ließ sich nicht verwenden. Schreiben Sie weiter.",
    theirsOff: (name) => `Das Mikrofon von ${name} ist aus`,
  },
};

export default de;
