import type { Messages } from "./messages.ts";

const BACK = "Volte aqui e tente novamente.";

const texts: Messages = {
  tag: "pt",
  aiNotice: "Assistente de IA",
  close: "Fechar",
  startCall: "Iniciar chamada",
  endCall: "Desligar",
  endChat: "Terminar a conversa escrita",
  mute: "Silenciar",
  unmute: "Reativar o microfone",
  stopSpeaking: "Interromper",
  send: "Enviar",
  inputPlaceholder: "Escreva uma mensagem",
  startAgain: "Começar de novo",
  retry: "Tentar novamente",
  playSound: "Ativar o som",
  switchToVoice: "Mudar para voz",
  holdToTalk: "Mantenha premido ou toque para falar",
  soundSettings: "Definições de som",
  pause: "Pausar",
  resume: "Continuar",
  connecting: "A ligar…",
  listening: "A ouvir",
  thinking: "A pensar…",
  reconnecting: "A restabelecer a ligação…",
  speaking: "A falar",
  ended: "Conversa terminada",
  muted: "O seu microfone está desligado",
  paused: "Em pausa",
  lastMinute: "Resta menos de um minuto",
  welcome: "Olá! Como podemos ajudar?",
  orType: "ou escreva abaixo",
  chooseAgent: "Com quem deseja falar?",
  conversation: "Conversa",
  you: "Você:",
  agent: "Agente:",
  usingTool: (name) => `A consultar: ${name}`,
  usedTool: (name) => `Consultado: ${name}`,
  interrupted: "interrompido",
  privacy: "Privacidade",
  terms: "Condições",

  errors: {
    microphone_denied: {
      title: "O microfone não está autorizado",
      help: "Autorize-o junto ao endereço desta página (o ícone à esquerda) e inicie uma nova chamada. Ou escreva a sua mensagem.",
    },
    microphone_missing: {
      title: "Não foi encontrado nenhum microfone",
      help: "Ligue um microfone ou uns auscultadores e inicie uma nova chamada. Ou escreva a sua mensagem.",
    },
    microphone_in_use: {
      title: "O microfone está a ser utilizado",
      help: "Feche outras aplicações ou separadores que o utilizem e inicie uma nova chamada. Ou escreva a sua mensagem.",
    },
    microphone_insecure: {
      title: "O microfone precisa de uma página segura",
      help: "Os navegadores só o autorizam em páginas que começam por https. Pode escrever a sua mensagem.",
    },
    microphone_blocked_by_frame: {
      title: "O microfone está bloqueado nesta página",
      help: "A página que mostra esta janela não o autoriza. Pode escrever a sua mensagem.",
    },
    unauthorized: {
      title: "De momento não estamos disponíveis aqui",
      help: "Tente mais tarde ou contacte-nos de outra forma.",
    },
    rate_limited: {
      title: "Há muita procura neste momento",
      help: "Aguarde um minuto e tente novamente.",
    },
    lines_busy: {
      title: "Todas as linhas estão ocupadas",
      help: "Tente novamente dentro de momentos.",
    },
    too_many_conversations: {
      title: "Demasiadas conversas em simultâneo",
      help: "Termine primeiro outra conversa ou tente novamente dentro de momentos.",
    },
    no_credit: {
      title: "De momento não podemos falar",
      help: "Tente novamente mais tarde.",
    },
    agent_unavailable: {
      title: "O assistente não está disponível neste momento",
      help: "Tente novamente mais tarde.",
    },
    unreachable: {
      title: "Não é possível contactar-nos",
      help: "Verifique a sua ligação à Internet e tente novamente.",
    },
    vendor_failed: {
      title: "Não foi possível iniciar a conversa",
      help: "Algo correu mal do nosso lado. Tente novamente.",
    },
    connection_lost: {
      title: "A ligação perdeu-se",
      help: "Verifique a sua ligação à Internet e comece de novo.",
    },
    audio_blocked: {
      title: "O som está desligado",
      help: "O seu navegador espera por um clique antes de reproduzir som.",
    },
    invalid_request: {
      title: "Não foi possível iniciar a conversa",
      help: "Algo não está bem configurado nesta página. Tente novamente mais tarde.",
    },
  },

  consentTitle: "Antes de começarmos",
  consent: "Esta conversa é processada por um agente automático e pode ser guardada. Concorda?",
  agree: "Concordo",
  decline: "Agora não",
  dismiss: "Ignorar",
  reconnectingHelp: "A linha caiu por um momento. Estamos a restabelecer a ligação; o que foi dito fica aqui.",
  pausedHelp: "O seu microfone está desligado e o agente aguarda.",
  talkMode: "Modo de falar",
  handsFree: "Mãos livres",
  pushToTalk: "Premir para falar",
  microphone: "Microfone",
  speaker: "Altifalante",
  volume: "Volume do som",
  microphoneLevel: "Nível do microfone",
  announce: "Ler novas mensagens em voz alta com leitor de ecrã",
  changeAgent: "Falar com outra pessoa",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: [
          "Clique no ícone à esquerda do endereço desta página.",
          "Ative o microfone ou escolha «Permitir».",
          BACK,
        ],
        firefox: [
          "Clique no microfone riscado à esquerda do endereço desta página.",
          "Remova o bloqueio com o ✕ ao lado.",
          "Volte aqui, tente novamente e escolha «Permitir».",
        ],
        safari: ["No menu do Safari, escolha «Definições deste site…».", "Defina «Microfone» como «Permitir».", BACK],
        ios: [
          "Toque no ícone junto ao endereço.",
          "Abra as definições do site e defina «Microfone» como «Permitir».",
          BACK,
        ],
      },
      microphone_missing: [
        "Ligue um microfone ou uns auscultadores.",
        "Verifique se está ligado nas definições de som do sistema.",
        BACK,
      ],
      microphone_in_use: [
        "Feche outras aplicações e separadores que o utilizem, como uma videochamada.",
        "Desligue o microfone e volte a ligá-lo.",
        BACK,
      ],
      microphone_insecure: [
        "Os navegadores só autorizam o microfone em páginas que começam por https.",
        "Se puder, abra esta página com https:// antes do endereço.",
      ],
      microphone_blocked_by_frame: [
        "A página à volta desta janela não autoriza o microfone.",
        "Abra esta parte num separador próprio para falar.",
      ],
    },
    tryAgain: "Experimentar o microfone de novo",
    asking: "A aguardar a resposta do navegador…",
    typeInstead: "Prefiro escrever",
    openAlone: "Abrir num separador próprio",
    works: "O seu microfone funciona. Diga algo e observe a barra.",
    silent: "O seu microfone está ligado, mas não chega som. Escolha outro ou procure um botão de silêncio nele.",
  },

  searching: "A pesquisar…",
  sources: "Fontes",
  starters: "Perguntas sugeridas",

  copyTranscript: "Copiar a conversa",
  copied: "Copiado",
  copyFailed: "Não foi possível copiar. Selecione o texto e copie-o.",
  endedBecause: {
    failed: "A conversa foi interrompida. Pode começar de novo.",
    max_duration: "O tempo máximo de uma conversa terminou. Pode começar de novo.",
    credit_exhausted: "O tempo que restava para esta conversa esgotou-se.",
    operator: "A conversa foi terminada pela nossa equipa.",
  },
  rate: "Como correu?",
  stars: { one: "# estrela de 5", many: "# estrelas de 5", other: "# estrelas de 5" },
  rated: "Obrigado!",
  comment: "De que gostou ou o que podemos melhorar? (opcional)",

  reception: {
    contactTitle: "Deixe os seus contactos",
    name: "Nome",
    email: "Correio eletrónico",
    phone: "Telefone",
    message: "Mensagem",
    optional: "opcional",
    consent: "Aceito que me contactem sobre o meu pedido.",
    sendContact: "Enviar",
    sending: "A enviar…",
    contactSent: "Obrigado. Temos os seus dados e entraremos em contacto consigo.",
    contactFailed: "Não foi possível enviar os seus dados. Verifique a sua ligação e tente novamente; nada se perdeu.",
    contactRefused: "Os seus dados não foram aceites. Verifique-os e tente novamente.",
    cancel: "Cancelar",

    needName: "Encurte o nome para 200 caracteres.",
    needEmail: "Introduza um endereço de correio eletrónico completo, como name@example.com.",
    needPhone: "Introduza o número completo, só com algarismos, como +49 30 1234567.",
    needReach: "Introduza um endereço de correio eletrónico ou um número de telefone.",
    needConsent: "Marque a caixa para que o possamos contactar.",

    closedTitle: "De momento estamos fechados",
    opensAt: (when) => `Abrimos: ${when}.`,
    closedContact: "Deixe os seus dados e entraremos em contacto consigo.",

    busyTitle: "Todas as linhas estão ocupadas",
    busyHelp: "Pode esperar aqui. Perguntamos-lhe quando chegar a sua vez.",
    wait: "Esperar na fila",
    place: (place) => (place === 1 ? "A seguir é a sua vez." : `É o número ${place} da fila.`),
    stopWaiting: "Deixar de esperar",
    leaveContact: "Deixar contactos",
    yourTurn: "É a sua vez",
    yourTurnHelp: "Uma linha fica reservada para si durante um minuto.",
    startNow: "Começar agora",
    notNow: "Agora não",
    queueLost: "A ligação à fila perdeu-se. A tentar novamente…",
  },
};

export default texts;
