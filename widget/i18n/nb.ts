import type { Messages } from "./messages.ts";

const BACK = "Kom tilbake hit og prøv igjen.";

const texts: Messages = {
  tag: "nb",
  aiNotice: "KI-assistent",
  close: "Lukk",
  startCall: "Start samtale",
  endCall: "Legg på",
  endChat: "Avslutt chatten",
  mute: "Slå av mikrofonen",
  unmute: "Slå på mikrofonen",
  stopSpeaking: "Stopp talen",
  send: "Send",
  inputPlaceholder: "Skriv en melding",
  startAgain: "Begynn på nytt",
  retry: "Prøv igjen",
  playSound: "Slå på lyden",
  switchToVoice: "Bytt til tale",
  holdToTalk: "Hold inne eller trykk for å snakke",
  soundSettings: "Lydinnstillinger",
  pause: "Ta pause",
  resume: "Fortsett",
  connecting: "Kobler til…",
  listening: "Lytter",
  thinking: "Tenker…",
  reconnecting: "Kobler til igjen…",
  speaking: "Snakker",
  ended: "Samtalen er avsluttet",
  muted: "Mikrofonen din er av",
  paused: "Satt på pause",
  lastMinute: "Mindre enn ett minutt igjen",
  welcome: "Hei! Hvordan kan vi hjelpe?",
  orType: "eller skriv nedenfor",
  chooseAgent: "Hvem vil du snakke med?",
  conversation: "Samtale",
  you: "Du:",
  agent: "Assistent:",
  usingTool: (name) => `Slår opp: ${name}`,
  usedTool: (name) => `Slått opp: ${name}`,
  interrupted: "avbrutt",
  privacy: "Personvern",
  terms: "Vilkår",

  errors: {
    microphone_denied: {
      title: "Mikrofonen er ikke tillatt",
      help: "Tillat den ved siden av adressen til denne siden (ikonet til venstre), og start en ny samtale. Eller skriv meldingen din.",
    },
    microphone_missing: {
      title: "Fant ingen mikrofon",
      help: "Koble til en mikrofon eller et headset, og start en ny samtale. Eller skriv meldingen din.",
    },
    microphone_in_use: {
      title: "Mikrofonen er i bruk",
      help: "Lukk andre apper eller faner som bruker den, og start en ny samtale. Eller skriv meldingen din.",
    },
    microphone_insecure: {
      title: "Mikrofonen krever en sikker side",
      help: "Nettlesere tillater den bare på sider som begynner med https. Du kan skrive meldingen din.",
    },
    microphone_blocked_by_frame: {
      title: "Mikrofonen er blokkert på denne siden",
      help: "Siden som viser dette vinduet, tillater den ikke. Du kan skrive meldingen din.",
    },
    unauthorized: {
      title: "Vi er ikke tilgjengelige her nå",
      help: "Prøv igjen senere, eller kontakt oss på en annen måte.",
    },
    rate_limited: {
      title: "Det er stor pågang nå",
      help: "Vent ett minutt, og prøv så igjen.",
    },
    lines_busy: {
      title: "Alle linjer er opptatt",
      help: "Prøv igjen om et øyeblikk.",
    },
    too_many_conversations: {
      title: "For mange samtaler på én gang",
      help: "Avslutt først en annen samtale, eller prøv igjen om et øyeblikk.",
    },
    no_credit: {
      title: "Vi kan ikke snakke nå",
      help: "Prøv igjen senere.",
    },
    agent_unavailable: {
      title: "Assistenten er ikke tilgjengelig akkurat nå",
      help: "Prøv igjen senere.",
    },
    unreachable: {
      title: "Vi kan ikke nås",
      help: "Sjekk internettforbindelsen, og prøv igjen.",
    },
    vendor_failed: {
      title: "Samtalen kunne ikke begynne",
      help: "Noe gikk galt hos oss. Prøv igjen.",
    },
    connection_lost: {
      title: "Forbindelsen ble brutt",
      help: "Sjekk internettforbindelsen, og begynn på nytt.",
    },
    audio_blocked: {
      title: "Lyden er av",
      help: "Nettleseren venter på et klikk før den spiller av lyd.",
    },
    invalid_request: {
      title: "Samtalen kunne ikke begynne",
      help: "Noe er ikke riktig satt opp på denne siden. Prøv igjen senere.",
    },
  },

  consentTitle: "Før vi begynner",
  consent: "Denne samtalen behandles av en automatisk assistent og kan bli lagret. Godtar du det?",
  agree: "Jeg godtar",
  decline: "Ikke nå",
  dismiss: "Lukk meldingen",
  reconnectingHelp: "Linjen falt ut et øyeblikk. Vi kobler deg til igjen; det som er sagt, blir stående her.",
  pausedHelp: "Mikrofonen din er av, og assistenten venter.",
  talkMode: "Slik snakker du",
  handsFree: "Håndfri",
  pushToTalk: "Trykk for å snakke",
  microphone: "Mikrofon",
  speaker: "Høyttaler",
  volume: "Volum",
  microphoneLevel: "Mikrofonnivå",
  announce: "Les opp nye meldinger med skjermleser",
  changeAgent: "Snakk med noen andre",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: [
          "Klikk på ikonet til venstre for adressen til denne siden.",
          "Slå på mikrofonen, eller velg «Tillat».",
          BACK,
        ],
        firefox: [
          "Klikk på den overstrøkne mikrofonen til venstre for adressen til denne siden.",
          "Fjern blokkeringen med ✕ ved siden av.",
          "Kom tilbake hit, prøv igjen og velg «Tillat».",
        ],
        safari: ["Velg «Innstillinger for dette nettstedet…» i Safari-menyen.", "Sett «Mikrofon» til «Tillat».", BACK],
        ios: [
          "Trykk på ikonet ved siden av adressen.",
          "Åpne nettstedets innstillinger, og sett «Mikrofon» til «Tillat».",
          BACK,
        ],
      },
      microphone_missing: [
        "Koble til en mikrofon eller et headset.",
        "Sjekk at den er slått på i systemets lydinnstillinger.",
        BACK,
      ],
      microphone_in_use: [
        "Lukk andre apper og faner som bruker den, for eksempel en videosamtale.",
        "Koble fra mikrofonen, og koble den til igjen.",
        BACK,
      ],
      microphone_insecure: [
        "Nettlesere tillater bare mikrofonen på sider som begynner med https.",
        "Åpne om mulig siden med https:// foran adressen.",
      ],
      microphone_blocked_by_frame: [
        "Siden rundt dette vinduet tillater ikke mikrofonen.",
        "Åpne denne delen i en egen fane for å snakke der.",
      ],
    },
    tryAgain: "Prøv mikrofonen på nytt",
    asking: "Venter på svar fra nettleseren…",
    typeInstead: "Skriv i stedet",
    openAlone: "Åpne i en egen fane",
    works: "Mikrofonen din virker. Si noe og se på stolpen.",
    silent: "Mikrofonen din er på, men det kommer ingen lyd. Velg en annen, eller se etter en av-knapp på den.",
  },

  searching: "Søker…",
  sources: "Kilder",
  starters: "Foreslåtte spørsmål",

  copyTranscript: "Kopier samtalen",
  copied: "Kopiert",
  copyFailed: "Kopieringen mislyktes. Marker teksten og kopier den selv.",
  endedBecause: {
    failed: "Samtalen ble brutt. Du kan begynne på nytt.",
    max_duration: "Den lengste tiden for en samtale er over. Du kan begynne på nytt.",
    credit_exhausted: "Tiden som var igjen av denne samtalen, er brukt opp.",
    operator: "Samtalen ble avsluttet av teamet vårt.",
  },
  rate: "Hvordan var det?",
  stars: { one: "# av 5 stjerner", other: "# av 5 stjerner" },
  rated: "Takk skal du ha!",
  comment: "Hva var bra, eller hva kan bli bedre? (valgfritt)",

  reception: {
    contactTitle: "Legg igjen kontaktinformasjonen din",
    name: "Navn",
    email: "E-post",
    phone: "Telefon",
    message: "Melding",
    optional: "valgfritt",
    consent: "Jeg godtar å bli kontaktet om henvendelsen min.",
    sendContact: "Send",
    sending: "Sender…",
    contactSent: "Takk. Vi har kontaktinformasjonen din og tar kontakt med deg.",
    contactFailed: "Opplysningene kunne ikke sendes. Sjekk forbindelsen og prøv igjen; ingenting er gått tapt.",
    contactRefused: "Opplysningene ble ikke godtatt. Sjekk dem og prøv igjen.",
    cancel: "Avbryt",

    needName: "Forkort navnet til 200 tegn.",
    needEmail: "Skriv inn en hel e-postadresse, som name@example.com.",
    needPhone: "Skriv inn hele nummeret, bare sifre, som +49 30 1234567.",
    needReach: "Skriv inn en e-postadresse eller et telefonnummer.",
    needConsent: "Kryss av i ruten, slik at vi kan kontakte deg.",

    closedTitle: "Vi har stengt akkurat nå",
    opensAt: (when) => `Vi åpner ${when}.`,
    closedContact: "Legg igjen kontaktinformasjon, så tar vi kontakt med deg.",

    busyTitle: "Alle linjer er opptatt",
    busyHelp: "Du kan vente her. Vi spør deg når det er din tur.",
    wait: "Vent i køen",
    place: (place) => (place === 1 ? "Du er neste i køen." : `Du er nummer ${place} i køen.`),
    stopWaiting: "Slutt å vente",
    leaveContact: "Legg igjen kontaktinformasjon",
    yourTurn: "Det er din tur",
    yourTurnHelp: "En linje holdes av til deg i ett minutt.",
    startNow: "Start nå",
    notNow: "Ikke nå",
    queueLost: "Forbindelsen til køen ble brutt. Prøver igjen…",
  },
};

export default texts;
