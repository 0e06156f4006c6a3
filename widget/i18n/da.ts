import type { Messages } from "./messages.ts";

const BACK = "Kom tilbage hertil, og prøv igen.";

const texts: Messages = {
  tag: "da",
  aiNotice: "AI-assistent",
  close: "Luk",
  startCall: "Start opkald",
  endCall: "Læg på",
  endChat: "Afslut chatten",
  mute: "Slå mikrofonen fra",
  unmute: "Slå mikrofonen til",
  stopSpeaking: "Stop talen",
  send: "Send",
  inputPlaceholder: "Skriv en besked",
  startAgain: "Begynd forfra",
  retry: "Prøv igen",
  playSound: "Slå lyden til",
  switchToVoice: "Skift til tale",
  holdToTalk: "Hold nede, eller tryk for at tale",
  soundSettings: "Lydindstillinger",
  pause: "Hold pause",
  resume: "Fortsæt",
  connecting: "Opretter forbindelse…",
  listening: "Lytter",
  thinking: "Tænker…",
  reconnecting: "Genopretter forbindelsen…",
  speaking: "Taler",
  ended: "Samtalen er slut",
  muted: "Din mikrofon er slået fra",
  paused: "Pause holdes",
  lastMinute: "Mindre end et minut tilbage",
  welcome: "Goddag! Hvordan kan vi hjælpe?",
  orType: "eller skriv nedenfor",
  chooseAgent: "Hvem vil du tale med?",
  conversation: "Samtale",
  you: "Dig:",
  agent: "Assistent:",
  usingTool: (name) => `Slår op: ${name}`,
  usedTool: (name) => `Slået op: ${name}`,
  interrupted: "afbrudt",
  privacy: "Privatliv",
  terms: "Vilkår",

  errors: {
    microphone_denied: {
      title: "Mikrofonen er ikke tilladt",
      help: "Tillad den ved siden af sidens adresse (ikonet til venstre), og start et nyt opkald. Eller skriv din besked.",
    },
    microphone_missing: {
      title: "Der blev ikke fundet en mikrofon",
      help: "Tilslut en mikrofon eller et headset, og start et nyt opkald. Eller skriv din besked.",
    },
    microphone_in_use: {
      title: "Mikrofonen er i brug",
      help: "Luk andre apps eller faner, der bruger den, og start et nyt opkald. Eller skriv din besked.",
    },
    microphone_insecure: {
      title: "Mikrofonen kræver en sikker side",
      help: "Browsere tillader den kun på sider, der begynder med https. Du kan skrive din besked.",
    },
    microphone_blocked_by_frame: {
      title: "Mikrofonen er blokeret på denne side",
      help: "Siden, der viser dette vindue, tillader den ikke. Du kan skrive din besked.",
    },
    unauthorized: {
      title: "Vi kan ikke træffes her lige nu",
      help: "Prøv igen senere, eller kontakt os på en anden måde.",
    },
    rate_limited: {
      title: "Der er meget travlt lige nu",
      help: "Vent et minut, og prøv så igen.",
    },
    lines_busy: {
      title: "Alle linjer er optaget",
      help: "Prøv igen om et øjeblik.",
    },
    no_credit: {
      title: "Vi kan ikke tale lige nu",
      help: "Prøv igen senere.",
    },
    agent_unavailable: {
      title: "Assistenten er ikke tilgængelig lige nu",
      help: "Prøv igen senere.",
    },
    unreachable: {
      title: "Vi kan ikke nås",
      help: "Tjek din internetforbindelse, og prøv igen.",
    },
    vendor_failed: {
      title: "Samtalen kunne ikke begynde",
      help: "Noget gik galt hos os. Prøv igen.",
    },
    connection_lost: {
      title: "Forbindelsen gik tabt",
      help: "Tjek din internetforbindelse, og begynd forfra.",
    },
    audio_blocked: {
      title: "Lyden er slået fra",
      help: "Din browser venter på et klik, før den afspiller lyd.",
    },
    invalid_request: {
      title: "Samtalen kunne ikke begynde",
      help: "Noget er ikke sat rigtigt op på denne side. Prøv igen senere.",
    },
  },

  consentTitle: "Før vi begynder",
  consent: "Denne samtale behandles af en automatisk assistent og kan blive gemt. Er du indforstået?",
  agree: "Jeg er indforstået",
  decline: "Ikke nu",
  dismiss: "Luk beskeden",
  reconnectingHelp: "Forbindelsen røg et øjeblik. Vi forbinder dig igen; det sagte bliver stående her.",
  pausedHelp: "Din mikrofon er slået fra, og assistenten venter.",
  talkMode: "Sådan taler du",
  handsFree: "Håndfri",
  pushToTalk: "Tryk for at tale",
  microphone: "Mikrofon",
  speaker: "Højttaler",
  volume: "Lydstyrke",
  microphoneLevel: "Mikrofonniveau",
  announce: "Læs nye beskeder op med skærmlæser",
  changeAgent: "Tal med en anden",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: ["Klik på ikonet til venstre for sidens adresse.", "Slå mikrofonen til, eller vælg »Tillad«.", BACK],
        firefox: [
          "Klik på den overstregede mikrofon til venstre for sidens adresse.",
          "Fjern blokeringen med ✕ ved siden af.",
          "Kom tilbage hertil, prøv igen, og vælg »Tillad«.",
        ],
        safari: ["Vælg »Indstillinger for dette websted…« i Safaris menu.", "Sæt »Mikrofon« til »Tillad«.", BACK],
        ios: [
          "Tryk på ikonet ved siden af adressen.",
          "Åbn webstedets indstillinger, og sæt »Mikrofon« til »Tillad«.",
          BACK,
        ],
      },
      microphone_missing: [
        "Tilslut en mikrofon eller et headset.",
        "Tjek, at den er slået til i systemets lydindstillinger.",
        BACK,
      ],
      microphone_in_use: [
        "Luk andre apps og faner, der bruger den, f.eks. et videoopkald.",
        "Tag mikrofonen ud, og sæt den i igen.",
        BACK,
      ],
      microphone_insecure: [
        "Browsere tillader kun mikrofonen på sider, der begynder med https.",
        "Åbn om muligt siden med https:// foran adressen.",
      ],
      microphone_blocked_by_frame: [
        "Siden omkring dette vindue tillader ikke mikrofonen.",
        "Åbn denne del i sin egen fane for at tale der.",
      ],
    },
    tryAgain: "Prøv mikrofonen igen",
    asking: "Venter på din browsers svar…",
    typeInstead: "Skriv i stedet",
    openAlone: "Åbn i sin egen fane",
    works: "Din mikrofon virker. Sig noget, og hold øje med bjælken.",
    silent: "Din mikrofon er slået til, men der kommer ingen lyd. Vælg en anden, eller se efter en lydløs-knap på den.",
  },

  copyTranscript: "Kopiér samtalen",
  copied: "Kopieret",
  copyFailed: "Kopieringen lykkedes ikke. Markér teksten, og kopiér den selv.",
  endedBecause: {
    failed: "Samtalen blev afbrudt. Du kan begynde forfra.",
    max_duration: "Den længste tid for en samtale er gået. Du kan begynde forfra.",
    credit_exhausted: "Den resterende tid for denne samtale er brugt op.",
    operator: "Samtalen blev afsluttet af vores team.",
  },
  rate: "Hvordan var det?",
  stars: { one: "# af 5 stjerner", other: "# af 5 stjerner" },
  rated: "Mange tak!",
  comment: "Hvad var godt, eller hvad kan blive bedre? (valgfrit)",
};

export default texts;
