// Long: every text of the language stands in one file, in the order of messages.ts.
import type { Messages } from "./messages.ts";

const es: Messages = {
  tag: "es",
  aiNotice: "Asistente de IA",
  close: "Cerrar",
  startCall: "Iniciar llamada",
  endCall: "Colgar",
  endChat: "Terminar el chat",
  mute: "Silenciar",
  unmute: "Activar el micrófono",
  stopSpeaking: "Dejar de hablar",
  send: "Enviar",
  inputPlaceholder: "Escriba un mensaje",
  extension: {
    question: "¿Necesita más tiempo?",
    extend: "Prolongar",
    granted: "Ahora tiene más tiempo.",
    impossible: "Esta conversación no se puede prolongar.",
  },
  startAgain: "Empezar de nuevo",
  retry: "Reintentar",
  playSound: "Activar el sonido",
  switchToVoice: "Cambiar a voz",

  holdToTalk: "Mantenga pulsado o toque para hablar",
  talking: "Suelte o toque para parar",
  more: "Más",
  jumpToLatest: "Ir a lo último",
  soundSettings: "Ajustes de sonido",
  pause: "Pausar",
  resume: "Continuar",

  connecting: "Conectando…",
  listening: "Escuchando",
  thinking: "Pensando…",
  reconnecting: "Reconectando…",
  speaking: "Hablando",
  ended: "Conversación terminada",
  muted: "Su micrófono está apagado",
  paused: "En pausa",
  lastMinute: "Queda menos de un minuto",

  welcome: "¡Hola! ¿En qué podemos ayudarle?",
  orType: "o escriba abajo",
  chooseAgent: "¿Con quién desea hablar?",
  conversation: "Conversación",
  you: "Usted:",
  agent: "Agente:",
  usingTool: (name) => `Usando ${name}…`,
  usedTool: (name) => `Usado: ${name}`,
  interrupted: "interrumpido",

  privacy: "Privacidad",
  terms: "Condiciones",

  errors: {
    microphone_denied: {
      title: "El micrófono no está permitido",
      help: "Permítalo junto a la dirección de esta página e inicie otra llamada. O escriba su mensaje.",
    },
    microphone_missing: {
      title: "No se encontró ningún micrófono",
      help: "Conecte un micrófono o unos auriculares e inicie otra llamada. O escriba su mensaje.",
    },
    microphone_in_use: {
      title: "El micrófono está en uso",
      help: "Cierre otras aplicaciones o pestañas que lo usen e inicie otra llamada. O escriba su mensaje.",
    },
    microphone_insecure: {
      title: "El micrófono necesita una página segura",
      help: "Puede escribir su mensaje.",
    },
    microphone_blocked_by_frame: {
      title: "El micrófono está bloqueado en esta página",
      help: "La página que muestra esta ventana no lo permite. Puede escribir su mensaje.",
    },
    unauthorized: {
      title: "Ahora mismo no estamos disponibles aquí",
      help: "Inténtelo más tarde.",
    },
    rate_limited: { title: "Estamos muy ocupados en este momento", help: "Espere un minuto y vuelva a intentarlo." },
    lines_busy: {
      title: "Todas las líneas están ocupadas",
      help: "Vuelva a intentarlo en un momento.",
    },
    too_many_conversations: {
      title: "Demasiadas conversaciones a la vez",
      help: "Termine antes otra conversación o vuelva a intentarlo en un momento.",
    },
    no_credit: {
      title: "Ahora mismo no podemos hablar",
      help: "Inténtelo más tarde.",
    },
    agent_unavailable: {
      title: "El asistente no está disponible en este momento",
      help: "Inténtelo más tarde.",
    },
    unreachable: {
      title: "No se puede conectar con nosotros",
      help: "Compruebe su conexión a internet o inténtelo más tarde.",
    },
    service_failed: { title: "Algo ha fallado por nuestra parte", help: "Inténtelo de nuevo en un momento." },
    vendor_failed: {
      title: "La conversación no pudo empezar",
      help: "Inténtelo de nuevo en un momento.",
    },
    connection_lost: {
      title: "Se perdió la conexión",
      help: "Empiece de nuevo. Si vuelve a ocurrir, compruebe su conexión a internet.",
    },
    audio_blocked: {
      title: "El sonido está apagado",
      help: "Su navegador espera un clic antes de reproducir sonido.",
    },
    invalid_request: {
      title: "La conversación no pudo empezar",
      help: "Algo no está bien configurado en esta página. Inténtelo más tarde.",
    },
  },

  consentTitle: "Antes de empezar",
  consent: "Un agente automático procesa esta conversación, que puede guardarse. ¿Está de acuerdo?",
  agree: "Acepto",
  decline: "Ahora no",

  dismiss: "Ocultar",
  reconnectingHelp: "Se perdió la conexión. Reconectando… su conversación está guardada.",
  pausedHelp: "Su micrófono está apagado y el agente espera.",

  talkMode: "Modo de hablar",
  handsFree: "Manos libres",
  pushToTalk: "Pulsar para hablar",
  microphone: "Micrófono",
  systemDefault: "Predeterminado del sistema",
  chooseMicrophone: "Elegir un micrófono",
  speaker: "Altavoz",
  volume: "Volumen",
  microphoneLevel: "Nivel del micrófono",
  announce: "Leer los mensajes nuevos con el lector de pantalla",
  moreTime: "Necesito más tiempo: esperar más cuando hago una pausa",
  speed: { title: "Velocidad del habla", slower: "Más lenta", usual: "Normal", faster: "Más rápida" },
  language: "Idioma",
  fromNextCall: "A partir de la próxima llamada",
  noPause: "El agente no oye ninguna pausa y no sabe cuándo ha terminado usted de hablar.",
  usePushToTalk: "Usar «Pulsar para hablar»",
  changeAgent: "Hablar con otra persona",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: [
          "Haga clic en el icono a la izquierda de la dirección de esta página.",
          "Active el micrófono o elija «Permitir».",
          "Vuelva aquí e inténtelo otra vez.",
        ],
        firefox: [
          "Haga clic en el micrófono tachado a la izquierda de la dirección de esta página.",
          "Quite el bloqueo con la ✕ que tiene al lado.",
          "Vuelva aquí, inténtelo otra vez y elija «Permitir».",
        ],
        safari: [
          "En el menú Safari, elija «Ajustes para este sitio web…».",
          "Ponga «Micrófono» en «Permitir».",
          "Vuelva aquí e inténtelo otra vez.",
        ],
        ios: [
          "Toque el icono junto a la dirección.",
          "Abra los ajustes del sitio web y ponga «Micrófono» en «Permitir».",
          "Vuelva aquí e inténtelo otra vez.",
        ],
      },
      microphone_missing: [
        "Conecte un micrófono o unos auriculares.",
        "Compruebe en los ajustes de sonido de su equipo que esté encendido.",
        "Vuelva aquí e inténtelo otra vez.",
      ],
      microphone_in_use: [
        "Cierre otras aplicaciones y pestañas que lo usen, como una videollamada.",
        "Desconecte el micrófono y vuelva a conectarlo.",
        "Vuelva aquí e inténtelo otra vez.",
      ],
      microphone_insecure: [
        "Los navegadores solo permiten el micrófono en páginas que empiezan por https.",
        "Si puede, abra esta página con https:// delante de su dirección.",
      ],
      microphone_blocked_by_frame: [
        "La página que rodea esta ventana no permite el micrófono.",
        "Abra esta parte en otra pestaña para hablar allí.",
      ],
    },
    still: {
      microphone_denied: "Sigue bloqueado",
      microphone_missing: "Sigue sin encontrarse un micrófono",
      microphone_in_use: "Sigue en uso",
    },
    tryAgain: "Probar el micrófono otra vez",
    asking: "Esperando la respuesta de su navegador…",
    pointAt:
      "Su navegador pregunta por el micrófono junto a la dirección de esta página. Responda ahí o simplemente escriba.",
    typeInstead: "Prefiero escribir",
    openAlone: "Abrir en otra pestaña",
    works: "Su micrófono funciona. Diga algo y observe la barra.",
    silent: "Su micrófono está encendido, pero no llega ningún sonido. Elija otro o busque un botón de silencio en él.",
  },

  searching: "Buscando…",
  sources: "Fuentes",
  starters: "Preguntas sugeridas",

  copyTranscript: "Copiar la conversación",
  copied: "Copiado",
  copyFailed: "No se pudo copiar. Seleccione el texto y cópielo usted.",
  notSent: "No enviado",
  otherTab: { title: "Está hablando en otra pestaña", talkHere: "Hablar aquí" },

  endedBecause: {
    failed: "La conversación se interrumpió. Puede empezar de nuevo.",
    max_duration: "Esta conversación alcanzó su tiempo límite. Puede empezar de nuevo.",
    credit_exhausted: "Se ha agotado el tiempo que quedaba para esta conversación.",
    operator: "Nuestro equipo ha terminado la conversación.",
  },
  rate: "¿Qué tal ha ido?",
  stars: { one: "# estrella de 5", many: "# estrellas de 5", other: "# estrellas de 5" },
  rated: "¡Gracias!",
  comment: "¿Qué le gustó o qué podríamos mejorar? (opcional)",

  contactAndQueue: {
    contactTitle: "Deje sus datos de contacto",
    name: "Nombre",
    email: "Correo electrónico",
    phone: "Teléfono",
    message: "Mensaje",
    optional: "opcional",
    consent: "Acepto que se pongan en contacto conmigo en relación con mi consulta.",
    sendContact: "Enviar",
    sending: "Enviando…",
    contactSent: "Gracias. Tenemos sus datos y nos pondremos en contacto con usted.",
    contactFailed:
      "No se pudieron enviar sus datos. Compruebe su conexión e inténtelo de nuevo. Lo que escribió sigue aquí.",
    contactRefused: "Sus datos no fueron aceptados. Revíselos e inténtelo de nuevo.",
    cancel: "Cancelar",

    needName: "Acorte el nombre a 200 caracteres.",
    needEmail: "Escriba una dirección de correo completa, como name@example.com.",
    needPhone: "Escriba el número completo, como +49 30 1234567.",
    needReach: "Escriba una dirección de correo o un número de teléfono.",
    needConsent: "Marque la casilla para que podamos ponernos en contacto con usted.",

    closedTitle: "Ahora mismo estamos cerrados",
    opensAt: (when) => `Abrimos: ${when}.`,
    closedContact: "Deje sus datos y nos pondremos en contacto con usted.",

    busyTitle: "Todas las líneas están ocupadas",
    busyHelp: "Puede esperar aquí. Le avisaremos cuando sea su turno.",
    wait: "Esperar en la cola",
    place: (place) => (place === 1 ? "El siguiente turno es el suyo." : `Ocupa el puesto ${place} de la cola.`),
    stopWaiting: "Dejar de esperar",
    leaveContact: "Dejar datos de contacto",
    yourTurn: "Es su turno",
    yourTurnHelp: "Le reservamos una línea durante un minuto.",
    startNow: "Empezar ahora",
    notNow: "Ahora no",
    oneMoreMinute: "Un minuto más",
    queueLost: "Se perdió la conexión con la cola. Intentándolo de nuevo…",
  },
};

export default es;
