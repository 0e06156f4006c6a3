import type { Messages } from "./messages.ts";

const de: Messages = {
  close: "Schließen",
  startCall: "Anruf starten",
  endCall: "Auflegen",
  endChat: "Chat beenden",
  mute: "Stumm schalten",
  unmute: "Stummschaltung aufheben",
  stopSpeaking: "Nicht weitersprechen",
  send: "Senden",
  inputPlaceholder: "Nachricht schreiben",
  startAgain: "Neu beginnen",
  retry: "Noch einmal versuchen",
  playSound: "Ton einschalten",
  switchToVoice: "Zum Sprechen wechseln",
  copyTranscript: "Gespräch kopieren",
  copied: "Kopiert",

  holdToTalk: "Zum Sprechen halten oder tippen",
  soundSettings: "Toneinstellungen",
  microphone: "Mikrofon",
  speaker: "Lautsprecher",
  volume: "Lautstärke",
  allowMicrophone: {
    chromium:
      "Klicken Sie auf das Symbol links neben der Adresse dieser Seite, erlauben Sie das Mikrofon und versuchen Sie es noch einmal. Oder schreiben Sie einfach.",
    firefox:
      "Klicken Sie links neben der Adresse dieser Seite auf das durchgestrichene Mikrofon, heben Sie die Sperre auf und versuchen Sie es noch einmal. Oder schreiben Sie einfach.",
    safari:
      "Wählen Sie im Menü „Safari“ die „Einstellungen für diese Website“, erlauben Sie das Mikrofon und versuchen Sie es noch einmal. Oder schreiben Sie einfach.",
    ios: "Tippen Sie auf das Symbol neben der Adresse, öffnen Sie die Website-Einstellungen, erlauben Sie das Mikrofon und versuchen Sie es noch einmal. Oder schreiben Sie einfach.",
  },

  connecting: "Verbindung wird aufgebaut …",
  listening: "Hört zu",
  thinking: "Denkt nach …",
  reconnecting: "Verbindung wird wiederhergestellt …",
  speaking: "Spricht",
  ended: "Gespräch beendet",
  endedBecause: {
    failed: "Das Gespräch ist abgebrochen. Sie können neu beginnen.",
    max_duration: "Die längste Zeit für ein Gespräch ist um. Sie können neu beginnen.",
    credit_exhausted: "Die verbleibende Zeit für dieses Gespräch ist aufgebraucht.",
    operator: "Das Gespräch wurde von unserem Team beendet.",
  },
  muted: "Ihr Mikrofon ist aus",
  lastMinute: "Noch weniger als eine Minute",

  welcome: "Guten Tag! Wie können wir helfen?",
  orType: "oder unten schreiben",
  chooseAgent: "Mit wem möchten Sie sprechen?",
  conversation: "Gespräch",
  you: "Sie:",
  agent: "Agent:",
  usingTool: (name) => `Wird nachgesehen: ${name}`,
  usedTool: (name) => `Nachgesehen: ${name}`,
  interrupted: "unterbrochen",

  consentTitle: "Bevor es losgeht",
  consent:
    "Dieses Gespräch wird von einem automatischen Agenten verarbeitet und kann gespeichert werden. Sind Sie einverstanden?",
  agree: "Einverstanden",
  decline: "Jetzt nicht",

  rate: "Wie war das Gespräch?",
  stars: (count) => `${count} von 5 Sternen`,
  rated: "Vielen Dank!",
  comment: "Was war gut, was geht besser? (freiwillig)",

  privacy: "Datenschutz",
  terms: "Bedingungen",

  errors: {
    microphone_denied: {
      title: "Das Mikrofon ist nicht erlaubt",
      help: "Erlauben Sie es neben der Adresse dieser Seite (Symbol links davon) und starten Sie den Anruf neu. Oder schreiben Sie einfach.",
    },
    microphone_missing: {
      title: "Es wurde kein Mikrofon gefunden",
      help: "Schließen Sie ein Mikrofon oder Headset an und starten Sie den Anruf neu. Oder schreiben Sie einfach.",
    },
    microphone_in_use: {
      title: "Das Mikrofon ist belegt",
      help: "Schließen Sie andere Programme oder Tabs, die es benutzen, und starten Sie den Anruf neu. Oder schreiben Sie einfach.",
    },
    microphone_insecure: {
      title: "Das Mikrofon braucht eine sichere Seite",
      help: "Browser erlauben es nur auf Seiten, die mit https beginnen. Sie können schreiben.",
    },
    microphone_blocked_by_frame: {
      title: "Das Mikrofon ist auf dieser Seite gesperrt",
      help: "Die Seite, die dieses Fenster zeigt, erlaubt es nicht. Sie können schreiben.",
    },
    unauthorized: {
      title: "Wir sind hier gerade nicht erreichbar",
      help: "Bitte versuchen Sie es später noch einmal oder erreichen Sie uns auf anderem Weg.",
    },
    rate_limited: {
      title: "Gerade ist sehr viel los",
      help: "Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.",
    },
    lines_busy: {
      title: "Alle Leitungen sind belegt",
      help: "Bitte versuchen Sie es gleich noch einmal.",
    },
    no_credit: {
      title: "Wir können gerade nicht sprechen",
      help: "Bitte versuchen Sie es später noch einmal.",
    },
    agent_unavailable: {
      title: "Gerade ist niemand da",
      help: "Bitte versuchen Sie es später noch einmal.",
    },
    unreachable: {
      title: "Wir sind nicht erreichbar",
      help: "Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal.",
    },
    vendor_failed: {
      title: "Das Gespräch konnte nicht beginnen",
      help: "Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.",
    },
    connection_lost: {
      title: "Die Verbindung ist abgerissen",
      help: "Bitte prüfen Sie Ihre Internetverbindung und beginnen Sie neu.",
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
};

export default de;
