// Long: every text of the language stands in one file, in the order of messages.ts.
import type { Messages } from "./messages.ts";

const BACK = "Torni qui e riprovi.";

const texts: Messages = {
  tag: "it",
  aiNotice: "Assistente IA",
  close: "Chiudi",
  startCall: "Avvia chiamata",
  endCall: "Riaggancia",
  endChat: "Termina la chat",
  mute: "Disattiva microfono",
  unmute: "Riattiva microfono",
  stopSpeaking: "Interrompi",
  send: "Invia",
  inputPlaceholder: "Scriva un messaggio",
  extension: {
    question: "Ha bisogno di più tempo?",
    extend: "Prolunga",
    granted: "Ora ha più tempo.",
    refused: "Questa conversazione non può essere prolungata.",
  },
  startAgain: "Ricomincia",
  retry: "Riprova",
  playSound: "Attiva l’audio",
  switchToVoice: "Passa alla voce",
  holdToTalk: "Tenga premuto o tocchi per parlare",
  talking: "Rilasci o tocchi per fermare",
  more: "Altro",
  jumpToLatest: "Vai al più recente",
  soundSettings: "Impostazioni audio",
  pause: "Pausa",
  resume: "Continua",
  connecting: "Connessione…",
  listening: "In ascolto",
  thinking: "Sto pensando…",
  reconnecting: "Riconnessione…",
  speaking: "Sta parlando",
  ended: "Conversazione terminata",
  muted: "Il suo microfono è spento",
  paused: "In pausa",
  lastMinute: "Meno di un minuto rimasto",
  welcome: "Salve! Come possiamo aiutarla?",
  orType: "o scriva qui sotto",
  chooseAgent: "Con chi desidera parlare?",
  conversation: "Conversazione",
  you: "Lei:",
  agent: "Agente:",
  usingTool: (name) => `Uso di ${name}…`,
  usedTool: (name) => `Usato: ${name}`,
  interrupted: "interrotto",
  privacy: "Privacy",
  terms: "Condizioni",

  errors: {
    microphone_denied: {
      title: "Il microfono non è consentito",
      help: "Lo consenta accanto all’indirizzo di questa pagina, poi avvii una nuova chiamata. Oppure scriva il suo messaggio.",
    },
    microphone_missing: {
      title: "Nessun microfono trovato",
      help: "Colleghi un microfono o delle cuffie, poi avvii una nuova chiamata. Oppure scriva il suo messaggio.",
    },
    microphone_in_use: {
      title: "Il microfono è già in uso",
      help: "Chiuda le altre app o schede che lo usano, poi avvii una nuova chiamata. Oppure scriva il suo messaggio.",
    },
    microphone_insecure: {
      title: "Il microfono richiede una pagina sicura",
      help: "Può scrivere il suo messaggio.",
    },
    microphone_blocked_by_frame: {
      title: "Il microfono è bloccato in questa pagina",
      help: "La pagina che mostra questa finestra non lo consente. Può scrivere il suo messaggio.",
    },
    unauthorized: {
      title: "Al momento non siamo disponibili qui",
      help: "Riprovi più tardi.",
    },
    rate_limited: { title: "In questo momento siamo molto occupati", help: "Attenda un minuto, poi riprovi." },
    lines_busy: {
      title: "Tutte le linee sono occupate",
      help: "Riprovi tra un momento.",
    },
    too_many_conversations: {
      title: "Troppe conversazioni contemporaneamente",
      help: "Ne termini prima un’altra, oppure riprovi tra un momento.",
    },
    no_credit: {
      title: "Al momento non possiamo parlare",
      help: "Riprovi più tardi.",
    },
    agent_unavailable: {
      title: "L’assistente non è disponibile in questo momento",
      help: "Riprovi più tardi.",
    },
    unreachable: {
      title: "Non siamo raggiungibili",
      help: "Controlli la connessione a internet o riprovi più tardi.",
    },
    service_failed: { title: "Qualcosa è andato storto da parte nostra", help: "Riprovi tra un momento." },
    vendor_failed: {
      title: "La conversazione non è potuta iniziare",
      help: "Riprovi tra un momento.",
    },
    connection_lost: {
      title: "La connessione si è interrotta",
      help: "Ricominci. Se succede ancora, controlli la connessione a internet.",
    },
    audio_blocked: {
      title: "L’audio è spento",
      help: "Il browser attende un clic prima di riprodurre l’audio.",
    },
    invalid_request: {
      title: "La conversazione non è potuta iniziare",
      help: "Questa pagina non è configurata correttamente. Riprovi più tardi.",
    },
  },

  consentTitle: "Prima di iniziare",
  consent: "Questa conversazione è gestita da un agente automatico e può essere conservata. È d’accordo?",
  agree: "Accetto",
  decline: "Non ora",
  dismiss: "Chiudi messaggio",
  reconnectingHelp: "Connessione persa. Riconnessione… la sua conversazione è salvata.",
  pausedHelp: "Il suo microfono è spento e l’agente attende.",
  talkMode: "Modalità di conversazione",
  handsFree: "A mani libere",
  pushToTalk: "Premi per parlare",
  microphone: "Microfono",
  systemDefault: "Predefinito di sistema",
  chooseMicrophone: "Scegli un microfono",
  speaker: "Altoparlante",
  volume: "Volume audio",
  microphoneLevel: "Livello del microfono",
  announce: "Leggi i nuovi messaggi con lo screen reader",
  moreTime: "Mi serve più tempo: aspettare di più quando faccio una pausa",
  fromNextCall: "Dalla prossima chiamata",
  noPause: "L’agente non sente pause e non capisce quando lei ha finito di parlare.",
  usePushToTalk: "Passa a «Premi per parlare»",
  changeAgent: "Parla con qualcun altro",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: [
          "Faccia clic sull’icona a sinistra dell’indirizzo di questa pagina.",
          "Attivi il microfono o scelga «Consenti».",
          BACK,
        ],
        firefox: [
          "Faccia clic sul microfono barrato a sinistra dell’indirizzo di questa pagina.",
          "Rimuova il blocco con la ✕ accanto.",
          "Torni qui, riprovi e scelga «Consenti».",
        ],
        safari: [
          "Nel menu di Safari scelga «Impostazioni per questo sito web…».",
          "Imposti «Microfono» su «Consenti».",
          BACK,
        ],
        ios: [
          "Tocchi l’icona accanto all’indirizzo.",
          "Apra le impostazioni del sito web e imposti «Microfono» su «Consenti».",
          BACK,
        ],
      },
      microphone_missing: [
        "Colleghi un microfono o delle cuffie.",
        "Verifichi che sia attivo nelle impostazioni audio del sistema.",
        BACK,
      ],
      microphone_in_use: [
        "Chiuda le altre app e schede che lo usano, come una videochiamata.",
        "Scolleghi il microfono e lo ricolleghi.",
        BACK,
      ],
      microphone_insecure: [
        "I browser consentono il microfono solo nelle pagine che iniziano con https.",
        "Se può, apra questa pagina con https:// davanti all’indirizzo.",
      ],
      microphone_blocked_by_frame: [
        "La pagina che contiene questa finestra non consente il microfono.",
        "Apra questa parte in una scheda a sé per parlare.",
      ],
    },
    still: {
      microphone_denied: "Ancora bloccato",
      microphone_missing: "Ancora nessun microfono trovato",
      microphone_in_use: "Ancora in uso",
    },
    tryAgain: "Riprova con il microfono",
    asking: "In attesa della risposta del browser…",
    pointAt:
      "Il browser chiede il microfono accanto all’indirizzo di questa pagina. Rispondi lì, o scrivi semplicemente.",
    typeInstead: "Scrivi invece",
    openAlone: "Apri in una scheda a sé",
    works: "Il microfono funziona. Dica qualcosa e guardi la barra.",
    silent:
      "Il microfono è acceso ma non arriva alcun suono. Ne scelga un altro o cerchi l’interruttore che lo silenzia.",
  },

  searching: "Sto cercando…",
  sources: "Fonti",
  starters: "Domande suggerite",

  copyTranscript: "Copia conversazione",
  copied: "Copiato",
  copyFailed: "Copia non riuscita. Selezioni il testo e lo copi.",
  notSent: "Non inviato",
  otherTab: { title: "Stai parlando in un’altra scheda", talkHere: "Parla qui" },
  endedBecause: {
    failed: "La conversazione è stata interrotta. Può ricominciare.",
    max_duration: "Questa conversazione ha raggiunto il limite di tempo. Può ricominciare.",
    credit_exhausted: "Il tempo rimasto per questa conversazione è esaurito.",
    operator: "La conversazione è stata terminata dal nostro team.",
  },
  rate: "Com’è andata?",
  stars: { one: "# stella su 5", many: "# stelle su 5", other: "# stelle su 5" },
  rated: "Grazie!",
  comment: "Che cosa le è piaciuto o che cosa possiamo migliorare? (facoltativo)",

  contactAndQueue: {
    contactTitle: "Lasci i suoi recapiti",
    name: "Nome",
    email: "E-mail",
    phone: "Telefono",
    message: "Messaggio",
    optional: "facoltativo",
    consent: "Accetto che mi si contatti in merito alla mia richiesta.",
    sendContact: "Invia",
    sending: "Invio in corso…",
    contactSent: "Grazie. Abbiamo i suoi recapiti e la ricontatteremo.",
    contactFailed:
      "Non è stato possibile inviare i suoi dati. Controlli la connessione e riprovi; nulla è andato perso.",
    contactRefused: "I suoi dati non sono stati accettati. Li controlli e riprovi.",
    cancel: "Annulla",

    needName: "Riduca il nome a 200 caratteri.",
    needEmail: "Inserisca un indirizzo e-mail completo, come name@example.com.",
    needPhone: "Inserisca il numero completo, come +49 30 1234567.",
    needReach: "Inserisca un indirizzo e-mail o un numero di telefono.",
    needConsent: "Selezioni la casella perché possiamo contattarla.",

    closedTitle: "In questo momento siamo chiusi",
    opensAt: (when) => `Riapriamo: ${when}.`,
    closedContact: "Lasci i suoi recapiti e la ricontatteremo.",

    busyTitle: "Tutte le linee sono occupate",
    busyHelp: "Può attendere qui. La avviseremo quando sarà il suo turno.",
    wait: "Attendi in coda",
    place: (place) => (place === 1 ? "Il prossimo turno è il suo." : `È al numero ${place} della coda.`),
    stopWaiting: "Smetti di attendere",
    leaveContact: "Lascia i recapiti",
    yourTurn: "È il suo turno",
    yourTurnHelp: "Una linea le è riservata per un minuto.",
    startNow: "Inizia ora",
    notNow: "Non ora",
    oneMoreMinute: "Ancora un minuto",
    queueLost: "La connessione alla coda si è interrotta. Nuovo tentativo…",
  },
};

export default texts;
