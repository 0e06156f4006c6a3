// Long: every text of the language stands in one file, in the order of messages.ts.
import type { Messages } from "./messages.ts";

const BACK = "Kom hier terug en probeer het opnieuw.";

const texts: Messages = {
  tag: "nl",
  aiNotice: "AI-assistent",
  close: "Sluiten",
  startCall: "Gesprek starten",
  endCall: "Ophangen",
  endChat: "Chat beëindigen",
  mute: "Microfoon uit",
  unmute: "Microfoon aan",
  stopSpeaking: "Onderbreken",
  send: "Verzenden",
  inputPlaceholder: "Typ een bericht",
  startAgain: "Opnieuw beginnen",
  retry: "Opnieuw proberen",
  playSound: "Geluid aanzetten",
  switchToVoice: "Overschakelen naar spraak",
  holdToTalk: "Houd ingedrukt of tik om te praten",
  talking: "Laat los of tik om te stoppen",
  more: "Meer",
  jumpToLatest: "Naar het nieuwste",
  soundSettings: "Geluidsinstellingen",
  pause: "Pauze",
  resume: "Doorgaan",
  connecting: "Verbinden…",
  listening: "Luistert",
  thinking: "Denkt na…",
  reconnecting: "Opnieuw verbinden…",
  speaking: "Spreekt",
  ended: "Gesprek beëindigd",
  muted: "Uw microfoon staat uit",
  paused: "Gepauzeerd",
  lastMinute: "Nog minder dan een minuut",
  welcome: "Goedendag! Waarmee kunnen we u helpen?",
  orType: "of typ hieronder",
  chooseAgent: "Met wie wilt u spreken?",
  conversation: "Gesprek",
  you: "U:",
  agent: "Medewerker:",
  usingTool: (name) => `${name} wordt gebruikt…`,
  usedTool: (name) => `${name} gebruikt`,
  interrupted: "onderbroken",
  privacy: "Privacybeleid",
  terms: "Voorwaarden",

  errors: {
    microphone_denied: {
      title: "De microfoon is niet toegestaan",
      help: "Sta hem toe naast het adres van deze pagina en start het gesprek opnieuw. Of typ uw bericht.",
    },
    microphone_missing: {
      title: "Er is geen microfoon gevonden",
      help: "Sluit een microfoon of headset aan en start het gesprek opnieuw. Of typ uw bericht.",
    },
    microphone_in_use: {
      title: "De microfoon is in gebruik",
      help: "Sluit andere apps of tabbladen die hem gebruiken en start het gesprek opnieuw. Of typ uw bericht.",
    },
    microphone_insecure: {
      title: "De microfoon heeft een veilige pagina nodig",
      help: "U kunt uw bericht typen.",
    },
    microphone_blocked_by_frame: {
      title: "De microfoon is op deze pagina geblokkeerd",
      help: "De pagina die dit venster toont, staat hem niet toe. U kunt uw bericht typen.",
    },
    unauthorized: {
      title: "We zijn hier op dit moment niet bereikbaar",
      help: "Probeer het later opnieuw.",
    },
    rate_limited: {
      title: "We hebben het op dit moment erg druk",
      help: "Wacht een minuut en probeer het dan opnieuw.",
    },
    lines_busy: {
      title: "Alle lijnen zijn bezet",
      help: "Probeer het zo meteen opnieuw.",
    },
    too_many_conversations: {
      title: "Te veel gesprekken tegelijk",
      help: "Beëindig eerst een ander gesprek of probeer het zo meteen opnieuw.",
    },
    no_credit: {
      title: "We kunnen nu niet spreken",
      help: "Probeer het later opnieuw.",
    },
    agent_unavailable: {
      title: "De assistent is nu niet beschikbaar",
      help: "Probeer het later opnieuw.",
    },
    unreachable: {
      title: "We zijn niet bereikbaar",
      help: "Controleer uw internetverbinding of probeer het later opnieuw.",
    },
    service_failed: { title: "Er ging iets mis aan onze kant", help: "Probeer het zo meteen opnieuw." },
    vendor_failed: {
      title: "Het gesprek kon niet beginnen",
      help: "Probeer het zo meteen opnieuw.",
    },
    connection_lost: {
      title: "De verbinding is verbroken",
      help: "Begin opnieuw. Controleer uw internetverbinding als het weer gebeurt.",
    },
    audio_blocked: {
      title: "Het geluid staat uit",
      help: "Uw browser wacht op een klik voordat hij geluid afspeelt.",
    },
    invalid_request: {
      title: "Het gesprek kon niet beginnen",
      help: "Deze pagina is niet goed ingesteld. Probeer het later opnieuw.",
    },
  },

  consentTitle: "Voordat we beginnen",
  consent: "Dit gesprek wordt verwerkt door een automatische agent en kan worden bewaard. Gaat u akkoord?",
  agree: "Akkoord",
  decline: "Nu niet",
  dismiss: "Melding sluiten",
  reconnectingHelp: "Verbinding verbroken. Opnieuw verbinden… uw gesprek is bewaard.",
  pausedHelp: "Uw microfoon staat uit en de agent wacht.",
  talkMode: "Spreekmodus",
  handsFree: "Handsfree",
  pushToTalk: "Indrukken om te praten",
  microphone: "Microfoon",
  systemDefault: "Systeemstandaard",
  chooseMicrophone: "Microfoon kiezen",
  speaker: "Luidspreker",
  volume: "Geluidssterkte",
  microphoneLevel: "Microfoonniveau",
  announce: "Nieuwe berichten laten voorlezen door een schermlezer",
  changeAgent: "Met iemand anders praten",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: [
          "Klik op het pictogram links van het adres van deze pagina.",
          "Zet de microfoon aan of kies “Toestaan”.",
          BACK,
        ],
        firefox: [
          "Klik op de doorgestreepte microfoon links van het adres van deze pagina.",
          "Hef de blokkering op met de ✕ ernaast.",
          "Kom hier terug, probeer het opnieuw en kies “Toestaan”.",
        ],
        safari: [
          "Kies in het menu van Safari “Instellingen voor deze website…”.",
          "Zet “Microfoon” op “Sta toe”.",
          BACK,
        ],
        ios: [
          "Tik op het pictogram naast het adres.",
          "Open de instellingen van de website en zet “Microfoon” op “Sta toe”.",
          BACK,
        ],
      },
      microphone_missing: [
        "Sluit een microfoon of headset aan.",
        "Controleer of hij aanstaat in de geluidsinstellingen van uw systeem.",
        BACK,
      ],
      microphone_in_use: [
        "Sluit andere apps en tabbladen die hem gebruiken, zoals een videogesprek.",
        "Koppel de microfoon los en sluit hem weer aan.",
        BACK,
      ],
      microphone_insecure: [
        "Browsers staan de microfoon alleen toe op pagina’s die met https beginnen.",
        "Open deze pagina zo mogelijk met https:// voor het adres.",
      ],
      microphone_blocked_by_frame: [
        "De pagina om dit venster heen staat de microfoon niet toe.",
        "Open dit deel in een eigen tabblad om te praten.",
      ],
    },
    still: {
      microphone_denied: "Nog steeds geblokkeerd",
      microphone_missing: "Nog steeds geen microfoon gevonden",
      microphone_in_use: "Nog steeds in gebruik",
    },
    tryAgain: "Microfoon opnieuw proberen",
    asking: "Wachten op het antwoord van uw browser…",
    pointAt: "Uw browser vraagt naast het adres van deze pagina om de microfoon. Antwoord daar, of typ gewoon.",
    typeInstead: "Liever typen",
    openAlone: "Openen in een eigen tabblad",
    works: "Uw microfoon werkt. Zeg iets en kijk naar de balk.",
    silent: "Uw microfoon staat aan, maar er komt geen geluid binnen. Kies een andere of zoek een dempknop erop.",
  },

  searching: "Zoekt…",
  sources: "Bronnen",
  starters: "Voorgestelde vragen",

  copyTranscript: "Gesprek kopiëren",
  copied: "Gekopieerd",
  copyFailed: "Kopiëren is niet gelukt. Selecteer de tekst en kopieer die zelf.",
  notSent: "Niet verzonden",
  otherTab: { title: "U praat in een ander tabblad", talkHere: "Hier praten" },
  endedBecause: {
    failed: "Het gesprek werd onderbroken. U kunt opnieuw beginnen.",
    max_duration: "Dit gesprek heeft de tijdslimiet bereikt. U kunt opnieuw beginnen.",
    credit_exhausted: "De resterende tijd voor dit gesprek is op.",
    operator: "Het gesprek is door ons team beëindigd.",
  },
  rate: "Hoe was het?",
  stars: { one: "# van 5 sterren", other: "# van 5 sterren" },
  rated: "Hartelijk dank!",
  comment: "Wat was goed of wat kan beter? (optioneel)",

  contactAndQueue: {
    contactTitle: "Laat uw contactgegevens achter",
    name: "Naam",
    email: "E-mail",
    phone: "Telefoon",
    message: "Bericht",
    optional: "optioneel",
    consent: "Ik ga ermee akkoord dat er over mijn vraag contact met mij wordt opgenomen.",
    sendContact: "Verzenden",
    sending: "Wordt verzonden…",
    contactSent: "Hartelijk dank. We hebben uw gegevens en nemen contact met u op.",
    contactFailed:
      "Uw gegevens konden niet worden verzonden. Controleer uw verbinding en probeer het opnieuw; er is niets verloren.",
    contactRefused: "Uw gegevens zijn niet aangenomen. Controleer ze en probeer het opnieuw.",
    cancel: "Annuleren",

    needName: "Kort de naam in tot 200 tekens.",
    needEmail: "Vul een volledig e-mailadres in, zoals name@example.com.",
    needPhone: "Vul het hele nummer in, zoals +49 30 1234567.",
    needReach: "Vul een e-mailadres of een telefoonnummer in.",
    needConsent: "Vink het vakje aan, zodat we contact met u mogen opnemen.",

    closedTitle: "We zijn op dit moment gesloten",
    opensAt: (when) => `We gaan open: ${when}.`,
    closedContact: "Laat uw gegevens achter, dan nemen we contact met u op.",

    busyTitle: "Alle lijnen zijn bezet",
    busyHelp: "U kunt hier wachten. We vragen het u zodra u aan de beurt bent.",
    wait: "Wachten in de rij",
    place: (place) => (place === 1 ? "U bent als volgende aan de beurt." : `U bent nummer ${place} in de rij.`),
    stopWaiting: "Niet langer wachten",
    leaveContact: "Contactgegevens achterlaten",
    yourTurn: "U bent aan de beurt",
    yourTurnHelp: "Er wordt een minuut lang een lijn voor u vrijgehouden.",
    startNow: "Nu beginnen",
    notNow: "Nu niet",
    queueLost: "De verbinding met de wachtrij is verbroken. Nieuwe poging…",
  },
};

export default texts;
