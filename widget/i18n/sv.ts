import type { Messages } from "./messages.ts";

const BACK = "Kom tillbaka hit och försök igen.";

const texts: Messages = {
  tag: "sv",
  aiNotice: "AI-assistent",
  close: "Stäng",
  startCall: "Starta samtal",
  endCall: "Lägg på",
  endChat: "Avsluta chatten",
  mute: "Stäng av mikrofonen",
  unmute: "Slå på mikrofonen",
  stopSpeaking: "Avbryt talet",
  send: "Skicka",
  inputPlaceholder: "Skriv ett meddelande",
  startAgain: "Börja om",
  retry: "Försök igen",
  playSound: "Slå på ljudet",
  switchToVoice: "Byt till röst",
  holdToTalk: "Håll intryckt eller tryck för att tala",
  talking: "Släpp eller tryck för att sluta",
  more: "Mer",
  jumpToLatest: "Gå till det senaste",
  soundSettings: "Ljudinställningar",
  pause: "Pausa",
  resume: "Fortsätt",
  connecting: "Ansluter…",
  listening: "Lyssnar",
  thinking: "Tänker…",
  reconnecting: "Ansluter igen…",
  speaking: "Talar",
  ended: "Samtalet är avslutat",
  muted: "Din mikrofon är avstängd",
  paused: "Pausat",
  lastMinute: "Mindre än en minut kvar",
  welcome: "Hej! Hur kan vi hjälpa till?",
  orType: "eller skriv nedan",
  chooseAgent: "Vem vill du prata med?",
  conversation: "Samtal",
  you: "Du:",
  agent: "Assistent:",
  usingTool: (name) => `Använder ${name}…`,
  usedTool: (name) => `Använde ${name}`,
  interrupted: "avbrutet",
  privacy: "Integritet",
  terms: "Villkor",

  errors: {
    microphone_denied: {
      title: "Mikrofonen är inte tillåten",
      help: "Tillåt den bredvid sidans adress och starta ett nytt samtal. Eller skriv ditt meddelande.",
    },
    microphone_missing: {
      title: "Ingen mikrofon hittades",
      help: "Anslut en mikrofon eller ett headset och starta ett nytt samtal. Eller skriv ditt meddelande.",
    },
    microphone_in_use: {
      title: "Mikrofonen används redan",
      help: "Stäng andra appar eller flikar som använder den och starta ett nytt samtal. Eller skriv ditt meddelande.",
    },
    microphone_insecure: {
      title: "Mikrofonen kräver en säker sida",
      help: "Webbläsare tillåter den bara på sidor som börjar med https. Du kan skriva ditt meddelande.",
    },
    microphone_blocked_by_frame: {
      title: "Mikrofonen är blockerad på den här sidan",
      help: "Sidan som visar det här fönstret tillåter den inte. Du kan skriva ditt meddelande.",
    },
    unauthorized: {
      title: "Vi är inte tillgängliga här just nu",
      help: "Försök igen senare.",
    },
    rate_limited: { title: "Vi har väldigt mycket att göra just nu", help: "Vänta en minut och försök sedan igen." },
    lines_busy: {
      title: "Alla linjer är upptagna",
      help: "Försök igen om en liten stund.",
    },
    too_many_conversations: {
      title: "För många samtal på en gång",
      help: "Avsluta först ett annat samtal eller försök igen om en liten stund.",
    },
    no_credit: {
      title: "Vi kan inte prata just nu",
      help: "Försök igen senare.",
    },
    agent_unavailable: {
      title: "Assistenten är inte tillgänglig just nu",
      help: "Försök igen senare.",
    },
    unreachable: {
      title: "Vi går inte att nå",
      help: "Kontrollera din internetanslutning eller försök igen senare.",
    },
    service_failed: { title: "Något gick fel hos oss", help: "Försök igen om en stund." },
    vendor_failed: {
      title: "Samtalet kunde inte börja",
      help: "Försök igen om en stund.",
    },
    connection_lost: {
      title: "Anslutningen bröts",
      help: "Börja om. Om det händer igen, kontrollera din internetanslutning.",
    },
    audio_blocked: {
      title: "Ljudet är av",
      help: "Webbläsaren väntar på ett klick innan den spelar upp ljud.",
    },
    invalid_request: {
      title: "Samtalet kunde inte börja",
      help: "Något är inte rätt inställt på den här sidan. Försök igen senare.",
    },
  },

  consentTitle: "Innan vi börjar",
  consent: "Det här samtalet hanteras av en automatisk assistent och kan sparas. Godkänner du det?",
  agree: "Jag godkänner",
  decline: "Inte nu",
  dismiss: "Stäng meddelandet",
  reconnectingHelp: "Anslutningen bröts. Ansluter igen… ditt samtal är sparat.",
  pausedHelp: "Din mikrofon är avstängd och assistenten väntar.",
  talkMode: "Talläge",
  handsFree: "Handsfree",
  pushToTalk: "Tryck för att tala",
  microphone: "Mikrofon",
  systemDefault: "Systemets standard",
  chooseMicrophone: "Välj mikrofon",
  speaker: "Högtalare",
  volume: "Volym",
  microphoneLevel: "Mikrofonnivå",
  announce: "Läs upp nya meddelanden med skärmläsare",
  changeAgent: "Prata med någon annan",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: ["Klicka på ikonen till vänster om sidans adress.", "Slå på mikrofonen eller välj ”Tillåt”.", BACK],
        firefox: [
          "Klicka på den överstrukna mikrofonen till vänster om sidans adress.",
          "Ta bort blockeringen med ✕ bredvid den.",
          "Kom tillbaka hit, försök igen och välj ”Tillåt”.",
        ],
        safari: [
          "Välj ”Inställningar för den här webbplatsen…” i Safaris meny.",
          "Ställ in ”Mikrofon” på ”Tillåt”.",
          BACK,
        ],
        ios: [
          "Tryck på ikonen bredvid adressen.",
          "Öppna webbplatsens inställningar och ställ in ”Mikrofon” på ”Tillåt”.",
          BACK,
        ],
      },
      microphone_missing: [
        "Anslut en mikrofon eller ett headset.",
        "Kontrollera att den är på i systemets ljudinställningar.",
        BACK,
      ],
      microphone_in_use: [
        "Stäng andra appar och flikar som använder den, till exempel ett videosamtal.",
        "Koppla ur mikrofonen och anslut den igen.",
        BACK,
      ],
      microphone_insecure: [
        "Webbläsare tillåter mikrofonen bara på sidor som börjar med https.",
        "Öppna om möjligt sidan med https:// framför adressen.",
      ],
      microphone_blocked_by_frame: [
        "Sidan runt det här fönstret tillåter inte mikrofonen.",
        "Öppna den här delen i en egen flik för att prata där.",
      ],
    },
    still: {
      microphone_denied: "Fortfarande blockerad",
      microphone_missing: "Fortfarande ingen mikrofon hittad",
      microphone_in_use: "Används fortfarande",
    },
    tryAgain: "Prova mikrofonen igen",
    asking: "Väntar på webbläsarens svar…",
    typeInstead: "Skriv i stället",
    openAlone: "Öppna i en egen flik",
    works: "Din mikrofon fungerar. Säg något och titta på stapeln.",
    silent:
      "Din mikrofon är på, men inget ljud kommer fram. Välj en annan eller leta efter en avstängningsknapp på den.",
  },

  searching: "Söker…",
  sources: "Källor",
  starters: "Föreslagna frågor",

  copyTranscript: "Kopiera samtalet",
  copied: "Kopierat",
  copyFailed: "Det gick inte att kopiera. Markera texten och kopiera den själv.",
  endedBecause: {
    failed: "Samtalet avbröts. Du kan börja om.",
    max_duration: "Samtalet har nått sin tidsgräns. Du kan börja om.",
    credit_exhausted: "Tiden som var kvar för det här samtalet är slut.",
    operator: "Samtalet avslutades av vårt team.",
  },
  rate: "Hur var det?",
  stars: { one: "# av 5 stjärnor", other: "# av 5 stjärnor" },
  rated: "Tack!",
  comment: "Vad var bra, eller vad kan bli bättre? (frivilligt)",

  contactAndQueue: {
    contactTitle: "Lämna dina kontaktuppgifter",
    name: "Namn",
    email: "E-post",
    phone: "Telefon",
    message: "Meddelande",
    optional: "frivilligt",
    consent: "Jag godkänner att bli kontaktad om mitt ärende.",
    sendContact: "Skicka",
    sending: "Skickar…",
    contactSent: "Tack. Vi har dina uppgifter och hör av oss till dig.",
    contactFailed:
      "Dina uppgifter kunde inte skickas. Kontrollera din anslutning och försök igen; inget har gått förlorat.",
    contactRefused: "Dina uppgifter godtogs inte. Kontrollera dem och försök igen.",
    cancel: "Avbryt",

    needName: "Korta namnet till 200 tecken.",
    needEmail: "Ange en fullständig e-postadress, som name@example.com.",
    needPhone: "Ange hela numret, som +49 30 1234567.",
    needReach: "Ange en e-postadress eller ett telefonnummer.",
    needConsent: "Markera rutan så att vi får kontakta dig.",

    closedTitle: "Vi har stängt just nu",
    opensAt: (when) => `Vi öppnar ${when}.`,
    closedContact: "Lämna dina uppgifter, så hör vi av oss till dig.",

    busyTitle: "Alla linjer är upptagna",
    busyHelp: "Du kan vänta här. Vi frågar dig när det är din tur.",
    wait: "Vänta i kön",
    place: (place) => (place === 1 ? "Du är näst på tur." : `Du är nummer ${place} i kön.`),
    stopWaiting: "Sluta vänta",
    leaveContact: "Lämna kontaktuppgifter",
    yourTurn: "Det är din tur",
    yourTurnHelp: "En linje hålls åt dig i en minut.",
    startNow: "Starta nu",
    notNow: "Inte nu",
    queueLost: "Anslutningen till kön bröts. Försöker igen…",
  },
};

export default texts;
