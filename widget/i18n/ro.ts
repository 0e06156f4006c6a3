// Long: every text of the language stands in one file, in the order of messages.ts.
import type { Messages } from "./messages.ts";

const BACK = "Reveniți aici și încercați din nou.";

const texts: Messages = {
  tag: "ro",
  aiNotice: "Asistent AI",
  close: "Închideți",
  startCall: "Începeți apelul",
  endCall: "Închideți apelul",
  endChat: "Încheiați discuția scrisă",
  mute: "Opriți microfonul",
  unmute: "Porniți microfonul",
  stopSpeaking: "Întrerupeți",
  send: "Trimiteți",
  inputPlaceholder: "Scrieți un mesaj",
  startAgain: "Începeți din nou",
  retry: "Încercați din nou",
  playSound: "Porniți sunetul",
  switchToVoice: "Treceți la voce",
  holdToTalk: "Țineți apăsat sau atingeți pentru a vorbi",
  talking: "Eliberați sau atingeți pentru a opri",
  more: "Mai multe",
  jumpToLatest: "La cele mai noi",
  soundSettings: "Setări de sunet",
  pause: "Pauză",
  resume: "Continuați",
  connecting: "Se conectează…",
  listening: "Ascultă",
  thinking: "Se gândește…",
  reconnecting: "Se reconectează…",
  speaking: "Vorbește",
  ended: "Conversație încheiată",
  muted: "Microfonul dvs. este oprit",
  paused: "În pauză",
  lastMinute: "A rămas mai puțin de un minut",
  welcome: "Bună ziua! Cu ce vă putem ajuta?",
  orType: "sau scrieți mai jos",
  chooseAgent: "Cu cine doriți să vorbiți?",
  conversation: "Conversație",
  you: "Dvs.:",
  agent: "Asistent:",
  usingTool: (name) => `Se folosește ${name}…`,
  usedTool: (name) => `S-a folosit ${name}`,
  interrupted: "întrerupt",
  privacy: "Confidențialitate",
  terms: "Termeni",

  errors: {
    microphone_denied: {
      title: "Microfonul nu este permis",
      help: "Permiteți-l lângă adresa acestei pagini, apoi începeți un apel nou. Sau scrieți mesajul.",
    },
    microphone_missing: {
      title: "Nu s-a găsit niciun microfon",
      help: "Conectați un microfon sau niște căști, apoi începeți un apel nou. Sau scrieți mesajul.",
    },
    microphone_in_use: {
      title: "Microfonul este folosit deja",
      help: "Închideți alte aplicații sau file care îl folosesc, apoi începeți un apel nou. Sau scrieți mesajul.",
    },
    microphone_insecure: {
      title: "Microfonul are nevoie de o pagină sigură",
      help: "Puteți scrie mesajul.",
    },
    microphone_blocked_by_frame: {
      title: "Microfonul este blocat pe această pagină",
      help: "Pagina care arată această fereastră nu îl permite. Puteți scrie mesajul.",
    },
    unauthorized: {
      title: "Momentan nu suntem disponibili aici",
      help: "Încercați din nou mai târziu.",
    },
    rate_limited: {
      title: "Suntem foarte ocupați în acest moment",
      help: "Așteptați un minut, apoi încercați din nou.",
    },
    lines_busy: {
      title: "Toate liniile sunt ocupate",
      help: "Încercați din nou peste puțin timp.",
    },
    too_many_conversations: {
      title: "Prea multe conversații în același timp",
      help: "Încheiați mai întâi o altă conversație sau încercați din nou peste puțin timp.",
    },
    no_credit: {
      title: "Momentan nu putem vorbi",
      help: "Încercați din nou mai târziu.",
    },
    agent_unavailable: {
      title: "Asistentul nu este disponibil momentan",
      help: "Încercați din nou mai târziu.",
    },
    unreachable: {
      title: "Nu putem fi contactați",
      help: "Verificați conexiunea la internet sau încercați mai târziu.",
    },
    service_failed: { title: "Ceva nu a mers la noi", help: "Încercați din nou peste puțin timp." },
    vendor_failed: {
      title: "Conversația nu a putut începe",
      help: "Încercați din nou peste puțin timp.",
    },
    connection_lost: {
      title: "Conexiunea s-a pierdut",
      help: "Începeți din nou. Dacă se repetă, verificați conexiunea la internet.",
    },
    audio_blocked: {
      title: "Sunetul este oprit",
      help: "Browserul așteaptă un clic înainte de a reda sunetul.",
    },
    invalid_request: {
      title: "Conversația nu a putut începe",
      help: "Ceva nu este configurat corect pe această pagină. Încercați mai târziu.",
    },
  },

  consentTitle: "Înainte de a începe",
  consent: "Această conversație este prelucrată de un asistent automat și poate fi păstrată. Sunteți de acord?",
  agree: "Sunt de acord",
  decline: "Nu acum",
  dismiss: "Ignorați",
  reconnectingHelp: "Conexiune pierdută. Se reconectează… conversația dvs. este salvată.",
  pausedHelp: "Microfonul este oprit, iar asistentul așteaptă.",
  talkMode: "Mod de vorbire",
  handsFree: "Mâini libere",
  pushToTalk: "Apăsați pentru a vorbi",
  microphone: "Microfon",
  systemDefault: "Implicit în sistem",
  chooseMicrophone: "Alegeți un microfon",
  speaker: "Difuzor",
  volume: "Volum",
  microphoneLevel: "Nivelul microfonului",
  announce: "Citește mesajele noi cu cititorul de ecran",
  moreTime: "Am nevoie de mai mult timp: să aștepte mai mult când fac o pauză",
  fromNextCall: "De la următorul apel",
  noPause: "Asistentul nu aude nicio pauză și nu știe când ați terminat.",
  usePushToTalk: "Treceți la „Apăsați pentru a vorbi”",
  changeAgent: "Vorbiți cu altcineva",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: [
          "Faceți clic pe pictograma din stânga adresei acestei pagini.",
          "Porniți microfonul sau alegeți „Permiteți”.",
          BACK,
        ],
        firefox: [
          "Faceți clic pe microfonul tăiat din stânga adresei acestei pagini.",
          "Eliminați blocarea cu ✕ de lângă el.",
          "Reveniți aici, încercați din nou și alegeți „Permiteți”.",
        ],
        safari: [
          "În meniul Safari, alegeți „Configurări pentru acest site web…”.",
          "Setați „Microfon” la „Permiteți”.",
          BACK,
        ],
        ios: [
          "Atingeți pictograma de lângă adresă.",
          "Deschideți configurările site-ului și setați „Microfon” la „Permiteți”.",
          BACK,
        ],
      },
      microphone_missing: [
        "Conectați un microfon sau niște căști.",
        "Verificați în setările de sunet ale sistemului că este pornit.",
        BACK,
      ],
      microphone_in_use: [
        "Închideți alte aplicații și file care îl folosesc, de exemplu un apel video.",
        "Deconectați microfonul și conectați-l din nou.",
        BACK,
      ],
      microphone_insecure: [
        "Browserele permit microfonul doar pe paginile care încep cu https.",
        "Dacă puteți, deschideți această pagină cu https:// înaintea adresei.",
      ],
      microphone_blocked_by_frame: [
        "Pagina din jurul acestei ferestre nu permite microfonul.",
        "Deschideți această parte într-o filă proprie pentru a vorbi.",
      ],
    },
    still: {
      microphone_denied: "Încă blocat",
      microphone_missing: "Încă nu s-a găsit niciun microfon",
      microphone_in_use: "Încă în uz",
    },
    tryAgain: "Încercați din nou microfonul",
    asking: "Se așteaptă răspunsul browserului…",
    pointAt: "Browserul întreabă de microfon lângă adresa acestei pagini. Răspundeți acolo sau pur și simplu scrieți.",
    typeInstead: "Scrieți în schimb",
    openAlone: "Deschideți într-o filă proprie",
    works: "Microfonul funcționează. Spuneți ceva și priviți bara.",
    silent:
      "Microfonul este pornit, dar nu ajunge niciun sunet. Alegeți altul sau căutați un comutator de sunet pe el.",
  },

  searching: "Se caută…",
  sources: "Surse",
  starters: "Întrebări sugerate",

  copyTranscript: "Copiați conversația",
  copied: "Copiat",
  copyFailed: "Copierea nu a reușit. Selectați textul și copiați-l.",
  notSent: "Netrimis",
  otherTab: { title: "Vorbiți în altă filă", talkHere: "Vorbiți aici" },
  endedBecause: {
    failed: "Conversația a fost întreruptă. Puteți începe din nou.",
    max_duration: "Această conversație a atins limita de timp. Puteți începe din nou.",
    credit_exhausted: "Timpul rămas pentru această conversație s-a epuizat.",
    operator: "Conversația a fost încheiată de echipa noastră.",
  },
  rate: "Cum a fost?",
  stars: { one: "# stea din 5", few: "# stele din 5", other: "# de stele din 5" },
  rated: "Vă mulțumim!",
  comment: "Ce v-a plăcut sau ce putem îmbunătăți? (opțional)",

  contactAndQueue: {
    contactTitle: "Lăsați-ne datele dvs. de contact",
    name: "Nume",
    email: "E-mail",
    phone: "Telefon",
    message: "Mesaj",
    optional: "opțional",
    consent: "Sunt de acord să mă contactați în legătură cu solicitarea mea.",
    sendContact: "Trimiteți",
    sending: "Se trimite…",
    contactSent: "Vă mulțumim. Avem datele dvs. și vă vom contacta.",
    contactFailed:
      "Datele dvs. nu au putut fi trimise. Verificați conexiunea și încercați din nou; nu s-a pierdut nimic.",
    contactRefused: "Datele dvs. nu au fost acceptate. Verificați-le și încercați din nou.",
    cancel: "Anulați",

    needName: "Scurtați numele la 200 de caractere.",
    needEmail: "Introduceți o adresă de e-mail completă, de exemplu name@example.com.",
    needPhone: "Introduceți numărul întreg, de exemplu +49 30 1234567.",
    needReach: "Introduceți o adresă de e-mail sau un număr de telefon.",
    needConsent: "Bifați caseta ca să vă putem contacta.",

    closedTitle: "Momentan este închis",
    opensAt: (when) => `Deschidem: ${when}.`,
    closedContact: "Lăsați-ne datele dvs. și vă vom contacta.",

    busyTitle: "Toate liniile sunt ocupate",
    busyHelp: "Puteți aștepta aici. Vă întrebăm când vă vine rândul.",
    wait: "Așteptați la rând",
    place: (place) => (place === 1 ? "Urmează rândul dvs." : `Locul dvs. la rând: ${place}.`),
    stopWaiting: "Nu mai așteptați",
    leaveContact: "Lăsați datele de contact",
    yourTurn: "Este rândul dvs.",
    yourTurnHelp: "O linie este păstrată pentru dvs. timp de un minut.",
    startNow: "Începeți acum",
    notNow: "Nu acum",
    queueLost: "Conexiunea cu rândul de așteptare s-a pierdut. Se încearcă din nou…",
  },
};

export default texts;
