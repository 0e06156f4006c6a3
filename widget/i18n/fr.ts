import type { Messages } from "./messages.ts";

const fr: Messages = {
  close: "Fermer",
  startCall: "Démarrer l’appel",
  endCall: "Raccrocher",
  endChat: "Terminer la discussion",
  mute: "Couper le micro",
  unmute: "Réactiver le micro",
  stopSpeaking: "Interrompre",
  send: "Envoyer",
  inputPlaceholder: "Écrivez un message",
  startAgain: "Recommencer",
  retry: "Réessayer",
  playSound: "Activer le son",
  switchToVoice: "Passer à la voix",
  copyTranscript: "Copier la conversation",
  copied: "Copié",

  holdToTalk: "Maintenez ou touchez pour parler",
  soundSettings: "Réglages du son",
  microphone: "Micro",
  speaker: "Haut-parleur",
  volume: "Volume",
  allowMicrophone: {
    chromium:
      "Cliquez sur l’icône à gauche de l’adresse de cette page, autorisez le micro et réessayez. Ou écrivez simplement votre message.",
    firefox:
      "Cliquez sur le micro barré à gauche de l’adresse de cette page, levez le blocage et réessayez. Ou écrivez simplement votre message.",
    safari:
      "Dans le menu Safari, choisissez « Réglages pour ce site web », autorisez le micro et réessayez. Ou écrivez simplement votre message.",
    ios: "Touchez l’icône à côté de l’adresse, ouvrez les réglages du site, autorisez le micro et réessayez. Ou écrivez simplement votre message.",
  },

  connecting: "Connexion…",
  listening: "À l’écoute",
  thinking: "Réflexion…",
  reconnecting: "Reconnexion…",
  speaking: "Réponse en cours",
  ended: "Conversation terminée",
  endedBecause: {
    failed: "La conversation s’est interrompue. Vous pouvez recommencer.",
    max_duration: "La durée maximale d’une conversation est atteinte. Vous pouvez recommencer.",
    credit_exhausted: "Le temps restant pour cette conversation est épuisé.",
    operator: "Notre équipe a mis fin à la conversation.",
  },
  muted: "Votre micro est coupé",
  lastMinute: "Moins d’une minute restante",

  welcome: "Bonjour ! Comment pouvons-nous vous aider ?",
  orType: "ou écrivez ci-dessous",
  chooseAgent: "À qui souhaitez-vous parler ?",
  conversation: "Conversation",
  you: "Vous :",
  agent: "Agent :",
  usingTool: (name) => `Recherche en cours : ${name}`,
  usedTool: (name) => `Recherche faite : ${name}`,
  interrupted: "interrompu",

  consentTitle: "Avant de commencer",
  consent: "Cette conversation est traitée par un agent automatique et peut être enregistrée. Êtes-vous d’accord ?",
  agree: "J’accepte",
  decline: "Pas maintenant",

  rate: "Comment était cet échange ?",
  stars: (count) => (count === 1 ? "1 étoile sur 5" : `${count} étoiles sur 5`),
  rated: "Merci !",
  comment: "Qu’avez-vous apprécié, que peut-on améliorer ? (facultatif)",

  privacy: "Confidentialité",
  terms: "Conditions",

  errors: {
    microphone_denied: {
      title: "Le micro n’est pas autorisé",
      help: "Autorisez-le à côté de l’adresse de cette page (l’icône à gauche), puis relancez l’appel. Ou écrivez simplement votre message.",
    },
    microphone_missing: {
      title: "Aucun micro n’a été trouvé",
      help: "Branchez un micro ou un casque, puis relancez l’appel. Ou écrivez simplement votre message.",
    },
    microphone_in_use: {
      title: "Le micro est déjà utilisé",
      help: "Fermez les autres applications ou onglets qui s’en servent, puis relancez l’appel. Ou écrivez simplement votre message.",
    },
    microphone_insecure: {
      title: "Le micro demande une page sécurisée",
      help: "Les navigateurs ne l’autorisent que sur les pages en https. Vous pouvez écrire votre message.",
    },
    microphone_blocked_by_frame: {
      title: "Le micro est bloqué sur cette page",
      help: "La page qui affiche cette fenêtre ne l’autorise pas. Vous pouvez écrire votre message.",
    },
    unauthorized: {
      title: "Nous ne sommes pas disponibles ici pour le moment",
      help: "Veuillez réessayer plus tard ou nous joindre autrement.",
    },
    rate_limited: {
      title: "Il y a beaucoup de demandes en ce moment",
      help: "Veuillez patienter une minute, puis réessayer.",
    },
    lines_busy: {
      title: "Toutes les lignes sont occupées",
      help: "Veuillez réessayer dans un instant.",
    },
    no_credit: {
      title: "Nous ne pouvons pas parler pour le moment",
      help: "Veuillez réessayer plus tard.",
    },
    agent_unavailable: {
      title: "Personne n’est disponible pour le moment",
      help: "Veuillez réessayer plus tard.",
    },
    unreachable: {
      title: "Nous sommes injoignables",
      help: "Vérifiez votre connexion internet et réessayez.",
    },
    vendor_failed: {
      title: "La conversation n’a pas pu commencer",
      help: "Un problème est survenu de notre côté. Veuillez réessayer.",
    },
    connection_lost: {
      title: "La connexion a été perdue",
      help: "Vérifiez votre connexion internet et recommencez.",
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
};

export default fr;
