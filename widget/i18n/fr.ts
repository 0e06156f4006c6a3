// Long: every text of the language stands in one file, in the order of messages.ts.
import type { Messages } from "./messages.ts";

const fr: Messages = {
  tag: "fr",
  aiNotice: "Assistant IA",
  close: "Fermer",
  startCall: "Démarrer l’appel",
  endCall: "Raccrocher",
  endChat: "Terminer la discussion",
  mute: "Couper le micro",
  unmute: "Réactiver le micro",
  stopSpeaking: "Interrompre",
  send: "Envoyer",
  inputPlaceholder: "Écrivez un message",
  extension: {
    question: "Avez-vous besoin de plus de temps ?",
    extend: "Prolonger",
    granted: "Vous avez maintenant plus de temps.",
    impossible: "Cette conversation ne peut pas être prolongée.",
  },
  startAgain: "Recommencer",
  retry: "Réessayer",
  playSound: "Activer le son",
  switchToVoice: "Passer à la voix",

  holdToTalk: "Maintenez ou touchez pour parler",
  talking: "Relâchez ou touchez pour arrêter",
  keyboard: "Clavier",
  more: "Plus",
  done: "Terminé",
  jumpToLatest: "Aller au plus récent",
  soundSettings: "Réglages du son",
  pause: "Mettre en pause",
  resume: "Reprendre",

  connecting: "Connexion…",
  listening: "À l’écoute",
  thinking: "Réflexion…",
  reconnecting: "Reconnexion…",
  speaking: "Réponse en cours",
  ended: "Conversation terminée",
  muted: "Votre micro est coupé",
  paused: "En pause",
  lastMinute: "Moins d’une minute restante",

  welcome: "Bonjour ! Comment pouvons-nous vous aider ?",
  chooseAgent: "À qui souhaitez-vous parler ?",
  conversation: "Conversation",
  you: "Vous :",
  agent: "Agent :",
  usingTool: (name) => `Utilisation de ${name}…`,
  usedTool: (name) => `${name} utilisé`,
  interrupted: "interrompu",

  privacy: "Confidentialité",
  terms: "Conditions",

  errors: {
    microphone_denied: {
      title: "Le micro n’est pas autorisé",
      help: "Autorisez-le à côté de l’adresse de cette page, puis relancez l’appel. Ou écrivez votre message.",
    },
    microphone_missing: {
      title: "Aucun micro n’a été trouvé",
      help: "Branchez un micro ou un casque, puis relancez l’appel. Ou écrivez votre message.",
    },
    microphone_in_use: {
      title: "Le micro est déjà utilisé",
      help: "Fermez les autres applications ou onglets qui s’en servent, puis relancez l’appel. Ou écrivez votre message.",
    },
    microphone_insecure: {
      title: "Le micro demande une page sécurisée",
      help: "Vous pouvez écrire votre message.",
    },
    microphone_blocked_by_frame: {
      title: "Le micro est bloqué sur cette page",
      help: "La page qui affiche cette fenêtre ne l’autorise pas. Vous pouvez écrire votre message.",
    },
    unauthorized: {
      title: "Nous ne sommes pas disponibles ici pour le moment",
      help: "Veuillez réessayer plus tard.",
    },
    rate_limited: {
      title: "Nous sommes très sollicités en ce moment",
      help: "Veuillez patienter une minute, puis réessayer.",
    },
    lines_busy: {
      title: "Toutes les lignes sont occupées",
      help: "Veuillez réessayer dans un instant.",
    },
    too_many_conversations: {
      title: "Trop de conversations à la fois",
      help: "Veuillez d’abord en terminer une autre, ou réessayer dans un instant.",
    },
    no_credit: {
      title: "Nous ne pouvons pas parler pour le moment",
      help: "Veuillez réessayer plus tard.",
    },
    agent_unavailable: {
      title: "L’assistant n’est pas disponible pour le moment",
      help: "Veuillez réessayer plus tard.",
    },
    unreachable: {
      title: "Nous sommes injoignables",
      help: "Vérifiez votre connexion internet ou réessayez plus tard.",
    },
    service_failed: { title: "Un problème est survenu de notre côté", help: "Veuillez réessayer dans un instant." },
    vendor_failed: {
      title: "La conversation n’a pas pu commencer",
      help: "Veuillez réessayer dans un instant.",
    },
    connection_lost: {
      title: "La connexion a été perdue",
      help: "Veuillez recommencer. Si cela se reproduit, vérifiez votre connexion internet.",
    },
    audio_blocked: {
      title: "Le son est coupé",
      help: "Votre navigateur attend un clic avant de jouer le son.",
    },
    invalid_request: {
      title: "La conversation n’a pas pu commencer",
      help: "Cette page n’est pas configurée correctement. Veuillez réessayer plus tard.",
    },
  },

  consentTitle: "Avant de commencer",
  consent: "Cette conversation est traitée par un agent automatique et peut être enregistrée. Êtes-vous d’accord ?",
  agree: "J’accepte",
  decline: "Pas maintenant",

  dismiss: "Masquer",
  reconnectingHelp: "Connexion perdue. Reconnexion… votre conversation est enregistrée.",
  pausedHelp: "Votre micro est coupé et l’agent attend.",

  talkMode: "Mode de parole",
  handsFree: "Mains libres",
  pushToTalk: "Appuyer pour parler",
  microphone: "Micro",
  systemDefault: "Par défaut du système",
  chooseMicrophone: "Choisir un micro",
  speaker: "Haut-parleur",
  volume: "Volume",
  microphoneLevel: "Niveau du micro",
  announce: "Faire lire les nouveaux messages par le lecteur d’écran",
  moreTime: "J’ai besoin de plus de temps : attendre plus longtemps quand je fais une pause",
  speed: { title: "Vitesse de parole", slower: "Plus lente", usual: "Normale", faster: "Plus rapide" },
  language: "Langue",
  fromNextCall: "À partir du prochain appel",
  noPause: "L’agent n’entend aucune pause et ne sait pas quand vous avez fini.",
  usePushToTalk: "Passer à « Appuyer pour parler »",
  changeAgent: "Parler à quelqu’un d’autre",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: [
          "Cliquez sur l’icône à gauche de l’adresse de cette page.",
          "Activez le micro ou choisissez « Autoriser ».",
          "Revenez ici et réessayez.",
        ],
        firefox: [
          "Cliquez sur le micro barré à gauche de l’adresse de cette page.",
          "Levez le blocage avec la croix ✕ à côté.",
          "Revenez ici, réessayez et choisissez « Autoriser ».",
        ],
        safari: [
          "Dans le menu Safari, choisissez « Réglages pour ce site web… ».",
          "Réglez « Micro » sur « Autoriser ».",
          "Revenez ici et réessayez.",
        ],
        ios: [
          "Touchez l’icône à côté de l’adresse.",
          "Ouvrez les réglages du site et réglez « Micro » sur « Autoriser ».",
          "Revenez ici et réessayez.",
        ],
      },
      microphone_missing: [
        "Branchez un micro ou un casque.",
        "Vérifiez dans les réglages de son de votre appareil qu’il est activé.",
        "Revenez ici et réessayez.",
      ],
      microphone_in_use: [
        "Fermez les autres applications et onglets qui s’en servent, comme un appel vidéo.",
        "Débranchez le micro, puis rebranchez-le.",
        "Revenez ici et réessayez.",
      ],
      microphone_insecure: [
        "Les navigateurs n’autorisent le micro que sur les pages en https.",
        "Si possible, ouvrez cette page avec https:// devant son adresse.",
      ],
      microphone_blocked_by_frame: [
        "La page qui entoure cette fenêtre n’autorise pas le micro.",
        "Ouvrez cette partie dans un autre onglet pour y parler.",
      ],
    },
    still: {
      microphone_denied: "Toujours bloqué",
      microphone_missing: "Toujours aucun micro trouvé",
      microphone_in_use: "Toujours utilisé",
    },
    tryAgain: "Réessayer le micro",
    asking: "En attente de la réponse de votre navigateur…",
    pointAt:
      "Votre navigateur vous demande le micro à côté de l’adresse de cette page. Répondez-y, ou écrivez simplement.",
    typeInstead: "Écrire plutôt",
    openAlone: "Ouvrir dans un autre onglet",
    works: "Votre micro fonctionne. Dites quelque chose et regardez la barre.",
    silent: "Votre micro est actif, mais aucun son n’arrive. Choisissez-en un autre ou cherchez un bouton de sourdine.",
  },

  searching: "Recherche…",
  sources: "Sources",
  starters: "Questions suggérées",

  copyTranscript: "Copier la conversation",
  copied: "Copié",
  copyFailed: "La copie n’a pas fonctionné. Sélectionnez le texte et copiez-le vous-même.",
  notSent: "Non envoyé",
  otherTab: { title: "Vous parlez dans un autre onglet", talkHere: "Parler ici" },

  endedBecause: {
    failed: "La conversation a été interrompue. Vous pouvez recommencer.",
    max_duration: "Cette conversation a atteint sa durée limite. Vous pouvez recommencer.",
    credit_exhausted: "Le temps restant pour cette conversation est épuisé.",
    operator: "Notre équipe a mis fin à la conversation.",
  },
  rate: "Comment était cet échange ?",
  stars: { one: "# étoile sur 5", many: "# étoiles sur 5", other: "# étoiles sur 5" },
  rated: "Merci !",
  comment: "Qu’avez-vous apprécié, que peut-on améliorer ? (facultatif)",

  contactAndQueue: {
    contactTitle: "Laissez vos coordonnées",
    name: "Nom",
    email: "E-mail",
    phone: "Téléphone",
    message: "Message",
    optional: "facultatif",
    consent: "J’accepte que l’on me contacte au sujet de ma demande.",
    sendContact: "Envoyer",
    sending: "Envoi…",
    contactSent: "Merci. Nous avons vos coordonnées et vous recontacterons.",
    contactFailed:
      "Vos coordonnées n’ont pas pu être envoyées. Vérifiez votre connexion et réessayez. Votre saisie est toujours là.",
    contactRefused: "Vos coordonnées n’ont pas été acceptées. Vérifiez-les et réessayez.",
    cancel: "Annuler",

    tooLong: (most) => `Raccourcissez le texte à ${most} caractères.`,
    needEmail: "Saisissez une adresse e-mail complète, comme name@example.com.",
    needPhone: "Saisissez le numéro complet, comme +49 30 1234567.",
    needReach: "Saisissez une adresse e-mail ou un numéro de téléphone.",
    needConsent: "Cochez la case pour que nous puissions vous contacter.",

    closedTitle: "Nous sommes fermés pour le moment",
    opensAt: (when) => `Réouverture : ${when}.`,
    closedContact: "Laissez vos coordonnées et nous vous recontacterons.",

    busyTitle: "Toutes les lignes sont occupées",
    busyHelp: "Vous pouvez attendre ici. Nous vous préviendrons quand ce sera votre tour.",
    wait: "Attendre dans la file",
    place: (place) =>
      place === 1 ? "Vous êtes la prochaine personne dans la file." : `Vous êtes en position ${place} dans la file.`,
    stopWaiting: "Ne plus attendre",
    leaveContact: "Laisser mes coordonnées",
    yourTurn: "C’est votre tour",
    yourTurnHelp: "Une ligne vous est réservée pendant une minute.",
    startNow: "Commencer maintenant",
    notNow: "Pas maintenant",
    oneMoreMinute: "Encore une minute",
    queueLost: "La connexion à la file d’attente a été perdue. Nouvel essai…",
  },

  person: {
    ask: "Parler à une personne",
    waiting: (time) => `Nous demandons à l’équipe, environ ${time}`,
    joined: (name) => `${name} a rejoint la conversation`,
    left: (name) => `${name} a quitté la conversation`,
    missed: "Personne de l’équipe n’est disponible pour le moment. L’assistant continue.",
    unasked: "L’équipe n’a pas pu être contactée. Réessayez.",
    badge: "De l’équipe",
    away: (name) => `La connexion avec ${name} a été perdue. Nous attendons son retour.`,
    typing: (name) => `${name} écrit…`,
    seen: "Vu",
    answered: (name) => `${name} a répondu`,
    notTaken: "Le message n’a pas été envoyé. Patientez un instant et réessayez.",
    talk: "Parler de vive voix",
    asked: (name) => `${name} souhaite vous parler`,
    accept: "Parler maintenant",
    decline: "Pas maintenant",
    calling: (name) => `Appel proposé à ${name}…`,
    talking: (name) => `Vous parlez avec ${name}`,
    declined: (name) => `${name} ne peut pas parler pour le moment`,
    noSound: "Le son n’a pas pu être connecté. Continuez par écrit.",
    callOver: "L’appel est terminé. Continuez par écrit.",
    noMicrophone: "Votre micro n’a pas pu être utilisé. Continuez par écrit.",
    theirsOff: (name) => `Le micro de ${name} est coupé`,
  },
};

export default fr;
