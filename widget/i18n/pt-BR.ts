import type { Messages } from "./messages.ts";

const BACK = "Volte aqui e tente novamente.";

const texts: Messages = {
  tag: "pt-BR",
  aiNotice: "Assistente de IA",
  close: "Fechar",
  startCall: "Iniciar chamada",
  endCall: "Encerrar chamada",
  endChat: "Encerrar o chat",
  mute: "Silenciar",
  unmute: "Reativar o microfone",
  stopSpeaking: "Interromper",
  send: "Enviar",
  inputPlaceholder: "Digite uma mensagem",
  startAgain: "Começar de novo",
  retry: "Tentar novamente",
  playSound: "Ativar o som",
  switchToVoice: "Mudar para voz",
  holdToTalk: "Segure ou toque para falar",
  soundSettings: "Configurações de som",
  pause: "Pausar",
  resume: "Continuar",
  connecting: "Conectando…",
  listening: "Ouvindo",
  thinking: "Pensando…",
  reconnecting: "Reconectando…",
  speaking: "Falando",
  ended: "Conversa encerrada",
  muted: "Seu microfone está desligado",
  paused: "Em pausa",
  lastMinute: "Resta menos de um minuto",
  welcome: "Olá! Como podemos ajudar?",
  orType: "ou digite abaixo",
  chooseAgent: "Com quem você gostaria de falar?",
  conversation: "Conversa",
  you: "Você:",
  agent: "Agente:",
  usingTool: (name) => `Consultando: ${name}`,
  usedTool: (name) => `Consultado: ${name}`,
  interrupted: "interrompido",
  privacy: "Privacidade",
  terms: "Termos",

  errors: {
    microphone_denied: {
      title: "O microfone não está permitido",
      help: "Permita-o ao lado do endereço desta página (o ícone à esquerda) e inicie uma nova chamada. Ou digite sua mensagem.",
    },
    microphone_missing: {
      title: "Nenhum microfone foi encontrado",
      help: "Conecte um microfone ou fone com microfone e inicie uma nova chamada. Ou digite sua mensagem.",
    },
    microphone_in_use: {
      title: "O microfone está em uso",
      help: "Feche outros aplicativos ou abas que o usam e inicie uma nova chamada. Ou digite sua mensagem.",
    },
    microphone_insecure: {
      title: "O microfone precisa de uma página segura",
      help: "Os navegadores só o permitem em páginas que começam com https. Você pode digitar sua mensagem.",
    },
    microphone_blocked_by_frame: {
      title: "O microfone está bloqueado nesta página",
      help: "A página que mostra esta janela não o permite. Você pode digitar sua mensagem.",
    },
    unauthorized: {
      title: "Não estamos disponíveis aqui no momento",
      help: "Tente novamente mais tarde ou fale conosco de outra forma.",
    },
    rate_limited: {
      title: "Há muito movimento no momento",
      help: "Aguarde um minuto e tente novamente.",
    },
    lines_busy: {
      title: "Todas as linhas estão ocupadas",
      help: "Tente novamente em instantes.",
    },
    too_many_conversations: {
      title: "Conversas demais ao mesmo tempo",
      help: "Encerre outra conversa primeiro ou tente novamente em instantes.",
    },
    no_credit: {
      title: "Não podemos conversar agora",
      help: "Tente novamente mais tarde.",
    },
    agent_unavailable: {
      title: "O assistente não está disponível no momento",
      help: "Tente novamente mais tarde.",
    },
    unreachable: {
      title: "Não foi possível nos contatar",
      help: "Verifique sua conexão com a internet e tente novamente.",
    },
    vendor_failed: {
      title: "A conversa não pôde começar",
      help: "Algo deu errado do nosso lado. Tente novamente.",
    },
    connection_lost: {
      title: "A conexão foi perdida",
      help: "Verifique sua conexão com a internet e comece de novo.",
    },
    audio_blocked: {
      title: "O som está desligado",
      help: "Seu navegador espera um clique antes de tocar o som.",
    },
    invalid_request: {
      title: "A conversa não pôde começar",
      help: "Algo não está configurado corretamente nesta página. Tente novamente mais tarde.",
    },
  },

  consentTitle: "Antes de começar",
  consent: "Esta conversa é processada por um agente automático e pode ser armazenada. Você concorda?",
  agree: "Concordo",
  decline: "Agora não",
  dismiss: "Dispensar",
  reconnectingHelp: "A linha caiu por um momento. Estamos reconectando você; o que foi dito continua aqui.",
  pausedHelp: "Seu microfone está desligado e o agente aguarda.",
  talkMode: "Modo de falar",
  handsFree: "Mãos livres",
  pushToTalk: "Apertar para falar",
  microphone: "Microfone",
  speaker: "Alto-falante",
  volume: "Volume do som",
  microphoneLevel: "Nível do microfone",
  announce: "Ler novas mensagens em voz alta com leitor de tela",
  changeAgent: "Falar com outra pessoa",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: [
          "Clique no ícone à esquerda do endereço desta página.",
          "Ative o microfone ou escolha “Permitir”.",
          BACK,
        ],
        firefox: [
          "Clique no microfone riscado à esquerda do endereço desta página.",
          "Remova o bloqueio com o ✕ ao lado.",
          "Volte aqui, tente novamente e escolha “Permitir”.",
        ],
        safari: ["No menu do Safari, escolha “Ajustes para este site…”.", "Defina “Microfone” como “Permitir”.", BACK],
        ios: [
          "Toque no ícone ao lado do endereço.",
          "Abra os ajustes do site e defina “Microfone” como “Permitir”.",
          BACK,
        ],
      },
      microphone_missing: [
        "Conecte um microfone ou fone com microfone.",
        "Verifique se ele está ligado nas configurações de som do sistema.",
        BACK,
      ],
      microphone_in_use: [
        "Feche outros aplicativos e abas que o usam, como uma chamada de vídeo.",
        "Desconecte o microfone e conecte-o de novo.",
        BACK,
      ],
      microphone_insecure: [
        "Os navegadores só permitem o microfone em páginas que começam com https.",
        "Se puder, abra esta página com https:// antes do endereço.",
      ],
      microphone_blocked_by_frame: [
        "A página em volta desta janela não permite o microfone.",
        "Abra esta parte em uma aba própria para falar.",
      ],
    },
    tryAgain: "Tentar o microfone novamente",
    asking: "Aguardando a resposta do navegador…",
    typeInstead: "Prefiro digitar",
    openAlone: "Abrir em uma aba própria",
    works: "Seu microfone funciona. Diga algo e observe a barra.",
    silent: "Seu microfone está ligado, mas nenhum som chega. Escolha outro ou procure um botão de mudo nele.",
  },

  searching: "Pesquisando…",
  sources: "Fontes",
  starters: "Perguntas sugeridas",

  copyTranscript: "Copiar conversa",
  copied: "Copiado",
  copyFailed: "Não foi possível copiar. Selecione o texto e copie-o.",
  endedBecause: {
    failed: "A conversa foi interrompida. Você pode começar de novo.",
    max_duration: "O tempo máximo de uma conversa acabou. Você pode começar de novo.",
    credit_exhausted: "O tempo que restava para esta conversa acabou.",
    operator: "A conversa foi encerrada pela nossa equipe.",
  },
  rate: "Como foi?",
  stars: { one: "# estrela de 5", many: "# estrelas de 5", other: "# estrelas de 5" },
  rated: "Obrigado!",
  comment: "Do que você gostou ou o que podemos melhorar? (opcional)",

  reception: {
    contactTitle: "Deixe seus dados de contato",
    name: "Nome",
    email: "E-mail",
    phone: "Telefone",
    message: "Mensagem",
    optional: "opcional",
    consent: "Concordo em receber contato sobre a minha solicitação.",
    sendContact: "Enviar",
    sending: "Enviando…",
    contactSent: "Obrigado. Temos os seus dados e entraremos em contato com você.",
    contactFailed: "Não foi possível enviar os seus dados. Verifique sua conexão e tente novamente; nada se perdeu.",
    contactRefused: "Seus dados não foram aceitos. Confira-os e tente novamente.",
    cancel: "Cancelar",

    needName: "Reduza o nome para 200 caracteres.",
    needEmail: "Digite um endereço de e-mail completo, como name@example.com.",
    needPhone: "Digite o número completo, só com algarismos, como +49 30 1234567.",
    needReach: "Digite um endereço de e-mail ou um número de telefone.",
    needConsent: "Marque a caixa para que possamos entrar em contato com você.",

    closedTitle: "Estamos fechados no momento",
    opensAt: (when) => `Abrimos: ${when}.`,
    closedContact: "Deixe seus dados e entraremos em contato com você.",

    busyTitle: "Todas as linhas estão ocupadas",
    busyHelp: "Você pode esperar aqui. Perguntaremos quando chegar a sua vez.",
    wait: "Esperar na fila",
    place: (place) => (place === 1 ? "A próxima vez é a sua." : `Você é o número ${place} da fila.`),
    stopWaiting: "Parar de esperar",
    leaveContact: "Deixar dados de contato",
    yourTurn: "É a sua vez",
    yourTurnHelp: "Uma linha fica reservada para você por um minuto.",
    startNow: "Começar agora",
    notNow: "Agora não",
    queueLost: "A conexão com a fila foi perdida. Tentando novamente…",
  },
};

export default texts;
