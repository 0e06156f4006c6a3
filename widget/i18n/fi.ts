import type { Messages } from "./messages.ts";

const BACK = "Palaa tänne ja yritä uudelleen.";

const texts: Messages = {
  tag: "fi",
  aiNotice: "Tekoälyavustaja",
  close: "Sulje",
  startCall: "Aloita puhelu",
  endCall: "Lopeta puhelu",
  endChat: "Lopeta keskustelu",
  mute: "Mykistä",
  unmute: "Poista mykistys",
  stopSpeaking: "Keskeytä puhe",
  send: "Lähetä",
  inputPlaceholder: "Kirjoita viesti",
  startAgain: "Aloita uudelleen",
  retry: "Yritä uudelleen",
  playSound: "Toista ääni",
  switchToVoice: "Vaihda puheeseen",
  holdToTalk: "Puhu pitämällä painettuna tai napauttamalla",
  soundSettings: "Ääniasetukset",
  pause: "Tauko",
  resume: "Jatka",
  connecting: "Yhdistetään…",
  listening: "Kuuntelee",
  thinking: "Miettii…",
  reconnecting: "Yhdistetään uudelleen…",
  speaking: "Puhuu",
  ended: "Keskustelu päättyi",
  muted: "Mikrofonisi on pois päältä",
  paused: "Tauolla",
  lastMinute: "Alle minuutti jäljellä",
  welcome: "Hei! Miten voimme auttaa?",
  orType: "tai kirjoita alle",
  chooseAgent: "Kenen kanssa haluat puhua?",
  conversation: "Keskustelu",
  you: "Sinä:",
  agent: "Avustaja:",
  usingTool: (name) => `Selvitetään: ${name}`,
  usedTool: (name) => `Selvitetty: ${name}`,
  interrupted: "keskeytetty",
  privacy: "Tietosuoja",
  terms: "Ehdot",

  errors: {
    microphone_denied: {
      title: "Mikrofonia ei ole sallittu",
      help: "Salli se sivun osoitteen vierestä (kuvake vasemmalla) ja aloita uusi puhelu. Tai kirjoita viestisi.",
    },
    microphone_missing: {
      title: "Mikrofonia ei löytynyt",
      help: "Liitä mikrofoni tai kuulokemikrofoni ja aloita uusi puhelu. Tai kirjoita viestisi.",
    },
    microphone_in_use: {
      title: "Mikrofoni on käytössä",
      help: "Sulje muut sovellukset tai välilehdet, jotka käyttävät sitä, ja aloita uusi puhelu. Tai kirjoita viestisi.",
    },
    microphone_insecure: {
      title: "Mikrofoni vaatii suojatun sivun",
      help: "Selaimet sallivat sen vain sivuilla, joiden alussa on https. Voit kirjoittaa viestisi.",
    },
    microphone_blocked_by_frame: {
      title: "Mikrofoni on estetty tällä sivulla",
      help: "Sivu, joka näyttää tämän ikkunan, ei salli sitä. Voit kirjoittaa viestisi.",
    },
    unauthorized: {
      title: "Emme ole juuri nyt tavoitettavissa täällä",
      help: "Yritä myöhemmin uudelleen tai ota yhteyttä toisella tavalla.",
    },
    rate_limited: {
      title: "Juuri nyt on ruuhkaa",
      help: "Odota minuutti ja yritä sitten uudelleen.",
    },
    lines_busy: {
      title: "Kaikki linjat ovat varattuja",
      help: "Yritä hetken kuluttua uudelleen.",
    },
    too_many_conversations: {
      title: "Liian monta keskustelua yhtä aikaa",
      help: "Lopeta ensin jokin toinen keskustelu tai yritä hetken kuluttua uudelleen.",
    },
    no_credit: {
      title: "Emme voi puhua juuri nyt",
      help: "Yritä myöhemmin uudelleen.",
    },
    agent_unavailable: {
      title: "Avustaja ei ole juuri nyt käytettävissä",
      help: "Yritä myöhemmin uudelleen.",
    },
    unreachable: {
      title: "Meihin ei saada yhteyttä",
      help: "Tarkista internetyhteytesi ja yritä uudelleen.",
    },
    vendor_failed: {
      title: "Keskustelu ei voinut alkaa",
      help: "Meillä meni jokin vikaan. Yritä uudelleen.",
    },
    connection_lost: {
      title: "Yhteys katkesi",
      help: "Tarkista internetyhteytesi ja aloita uudelleen.",
    },
    audio_blocked: {
      title: "Ääni on pois päältä",
      help: "Selaimesi odottaa napsautusta ennen äänen toistamista.",
    },
    invalid_request: {
      title: "Keskustelu ei voinut alkaa",
      help: "Jotakin ei ole asetettu oikein tällä sivulla. Yritä myöhemmin uudelleen.",
    },
  },

  consentTitle: "Ennen kuin aloitamme",
  consent: "Automaattinen avustaja käsittelee tämän keskustelun, ja se voidaan tallentaa. Hyväksytkö?",
  agree: "Hyväksyn",
  decline: "Ei nyt",
  dismiss: "Sulje ilmoitus",
  reconnectingHelp: "Linja katkesi hetkeksi. Yhdistämme sinut uudelleen; sanottu säilyy tässä.",
  pausedHelp: "Mikrofonisi on pois päältä ja avustaja odottaa.",
  talkMode: "Puhetapa",
  handsFree: "Kädet vapaana",
  pushToTalk: "Paina ja puhu",
  microphone: "Mikrofoni",
  speaker: "Kaiutin",
  volume: "Äänenvoimakkuus",
  microphoneLevel: "Mikrofonin taso",
  announce: "Lue uudet viestit ruudunlukijalla",
  changeAgent: "Puhu jonkun toisen kanssa",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: [
          "Napsauta kuvaketta sivun osoitteen vasemmalla puolella.",
          "Kytke mikrofoni päälle tai valitse ”Salli”.",
          BACK,
        ],
        firefox: [
          "Napsauta yliviivattua mikrofonia sivun osoitteen vasemmalla puolella.",
          "Poista esto sen vieressä olevasta ✕-merkistä.",
          "Palaa tänne, yritä uudelleen ja valitse ”Salli”.",
        ],
        safari: ["Valitse Safarin valikosta ”Tämän sivuston asetukset…”.", "Aseta ”Mikrofoni” tilaan ”Salli”.", BACK],
        ios: [
          "Napauta kuvaketta osoitteen vieressä.",
          "Avaa sivuston asetukset ja aseta ”Mikrofoni” tilaan ”Salli”.",
          BACK,
        ],
      },
      microphone_missing: [
        "Liitä mikrofoni tai kuulokemikrofoni.",
        "Tarkista järjestelmän ääniasetuksista, että se on päällä.",
        BACK,
      ],
      microphone_in_use: [
        "Sulje muut sovellukset ja välilehdet, jotka käyttävät sitä, esimerkiksi videopuhelu.",
        "Irrota mikrofoni ja liitä se uudelleen.",
        BACK,
      ],
      microphone_insecure: [
        "Selaimet sallivat mikrofonin vain sivuilla, joiden alussa on https.",
        "Jos voit, avaa tämä sivu niin, että osoitteen alussa on https://.",
      ],
      microphone_blocked_by_frame: [
        "Tätä ikkunaa ympäröivä sivu ei salli mikrofonia.",
        "Avaa tämä osa omaan välilehteen, jos haluat puhua.",
      ],
    },
    tryAgain: "Kokeile mikrofonia uudelleen",
    asking: "Odotetaan selaimesi vastausta…",
    typeInstead: "Kirjoita sen sijaan",
    openAlone: "Avaa omaan välilehteen",
    works: "Mikrofonisi toimii. Sano jotakin ja katso palkkia.",
    silent: "Mikrofonisi on päällä, mutta ääntä ei kuulu. Valitse toinen tai etsi siitä mykistyskytkintä.",
  },

  searching: "Etsii…",
  sources: "Lähteet",
  starters: "Ehdotetut kysymykset",

  copyTranscript: "Kopioi keskustelu",
  copied: "Kopioitu",
  copyFailed: "Kopiointi ei onnistunut. Valitse teksti ja kopioi se itse.",
  endedBecause: {
    failed: "Keskustelu katkesi. Voit aloittaa uudelleen.",
    max_duration: "Yhden keskustelun enimmäisaika päättyi. Voit aloittaa uudelleen.",
    credit_exhausted: "Tämän keskustelun jäljellä oleva aika on käytetty.",
    operator: "Tiimimme päätti keskustelun.",
  },
  rate: "Millaista se oli?",
  stars: { one: "# tähti viidestä", other: "# tähteä viidestä" },
  rated: "Kiitos!",
  comment: "Mikä oli hyvää, mikä voisi olla parempaa? (vapaaehtoinen)",

  reception: {
    contactTitle: "Jätä yhteystietosi",
    name: "Nimi",
    email: "Sähköposti",
    phone: "Puhelin",
    message: "Viesti",
    optional: "vapaaehtoinen",
    consent: "Suostun siihen, että minuun otetaan yhteyttä asiassani.",
    sendContact: "Lähetä",
    sending: "Lähetetään…",
    contactSent: "Kiitos. Saimme yhteystietosi ja otamme sinuun yhteyttä.",
    contactFailed: "Tietojasi ei voitu lähettää. Tarkista yhteytesi ja yritä uudelleen; mitään ei kadonnut.",
    contactRefused: "Tietojasi ei hyväksytty. Tarkista ne ja yritä uudelleen.",
    cancel: "Peruuta",

    needName: "Lyhennä nimi 200 merkkiin.",
    needEmail: "Kirjoita koko sähköpostiosoite, esimerkiksi name@example.com.",
    needPhone: "Kirjoita koko numero pelkin numeroin, esimerkiksi +49 30 1234567.",
    needReach: "Kirjoita sähköpostiosoite tai puhelinnumero.",
    needConsent: "Rastita ruutu, jotta voimme ottaa sinuun yhteyttä.",

    closedTitle: "Olemme juuri nyt kiinni",
    opensAt: (when) => `Avaamme: ${when}.`,
    closedContact: "Jätä yhteystietosi, niin otamme sinuun yhteyttä.",

    busyTitle: "Kaikki linjat ovat varattuja",
    busyHelp: "Voit odottaa tässä. Kysymme sinulta, kun on vuorosi.",
    wait: "Odota jonossa",
    place: (place) => (place === 1 ? "Olet jonossa seuraavana." : `Olet jonossa sijalla ${place}.`),
    stopWaiting: "Lopeta odottaminen",
    leaveContact: "Jätä yhteystiedot",
    yourTurn: "On sinun vuorosi",
    yourTurnHelp: "Linja on varattu sinulle minuutin ajan.",
    startNow: "Aloita nyt",
    notNow: "Ei nyt",
    queueLost: "Yhteys jonoon katkesi. Yritetään uudelleen…",
  },
};

export default texts;
