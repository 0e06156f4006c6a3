import type { Messages } from "./messages.ts";

const BACK = "여기로 돌아와 다시 시도하세요.";

const texts: Messages = {
  tag: "ko",
  aiNotice: "AI 어시스턴트",
  close: "닫기",
  startCall: "통화 시작",
  endCall: "통화 종료",
  endChat: "채팅 종료",
  mute: "음소거",
  unmute: "음소거 해제",
  stopSpeaking: "말 멈추기",
  send: "보내기",
  inputPlaceholder: "메시지를 입력하세요",
  startAgain: "다시 시작",
  retry: "다시 시도",
  playSound: "소리 켜기",
  switchToVoice: "음성으로 전환",
  holdToTalk: "길게 누르거나 탭하여 말하기",
  soundSettings: "소리 설정",
  pause: "일시 중지",
  resume: "계속",
  connecting: "연결 중…",
  listening: "듣고 있습니다",
  thinking: "생각 중…",
  reconnecting: "다시 연결 중…",
  speaking: "말하는 중",
  ended: "대화가 종료되었습니다",
  muted: "마이크가 꺼져 있습니다",
  paused: "일시 중지됨",
  lastMinute: "1분도 남지 않았습니다",
  welcome: "안녕하세요! 무엇을 도와드릴까요?",
  orType: "또는 아래에 입력하세요",
  chooseAgent: "누구와 이야기하시겠어요?",
  conversation: "대화",
  you: "고객:",
  agent: "상담원:",
  usingTool: (name) => `확인하는 중: ${name}`,
  usedTool: (name) => `확인함: ${name}`,
  interrupted: "중단됨",
  privacy: "개인정보",
  terms: "약관",

  errors: {
    microphone_denied: {
      title: "마이크가 허용되지 않았습니다",
      help: "이 페이지 주소 옆(왼쪽 아이콘)에서 마이크를 허용한 후 새 통화를 시작하세요. 메시지를 입력하셔도 됩니다.",
    },
    microphone_missing: {
      title: "마이크를 찾을 수 없습니다",
      help: "마이크나 헤드셋을 연결한 후 새 통화를 시작하세요. 메시지를 입력하셔도 됩니다.",
    },
    microphone_in_use: {
      title: "마이크가 사용 중입니다",
      help: "마이크를 사용하는 다른 앱이나 탭을 닫은 후 새 통화를 시작하세요. 메시지를 입력하셔도 됩니다.",
    },
    microphone_insecure: {
      title: "마이크를 쓰려면 안전한 페이지가 필요합니다",
      help: "브라우저는 https로 시작하는 페이지에서만 마이크를 허용합니다. 메시지를 입력하실 수 있습니다.",
    },
    microphone_blocked_by_frame: {
      title: "이 페이지에서 마이크가 차단되었습니다",
      help: "이 창을 표시하는 페이지가 마이크를 허용하지 않습니다. 메시지를 입력하실 수 있습니다.",
    },
    unauthorized: {
      title: "지금은 여기서 이용하실 수 없습니다",
      help: "나중에 다시 시도하시거나 다른 방법으로 문의해 주세요.",
    },
    rate_limited: {
      title: "지금은 이용자가 많습니다",
      help: "1분 정도 기다린 후 다시 시도해 주세요.",
    },
    lines_busy: {
      title: "모든 회선이 통화 중입니다",
      help: "잠시 후 다시 시도해 주세요.",
    },
    no_credit: {
      title: "지금은 통화할 수 없습니다",
      help: "나중에 다시 시도해 주세요.",
    },
    agent_unavailable: {
      title: "지금은 어시스턴트를 이용할 수 없습니다",
      help: "나중에 다시 시도해 주세요.",
    },
    unreachable: {
      title: "연결할 수 없습니다",
      help: "인터넷 연결을 확인하고 다시 시도해 주세요.",
    },
    vendor_failed: {
      title: "대화를 시작할 수 없었습니다",
      help: "저희 쪽에 문제가 발생했습니다. 다시 시도해 주세요.",
    },
    connection_lost: {
      title: "연결이 끊어졌습니다",
      help: "인터넷 연결을 확인하고 다시 시작해 주세요.",
    },
    audio_blocked: {
      title: "소리가 꺼져 있습니다",
      help: "브라우저가 소리를 재생하려면 클릭이 필요합니다.",
    },
    invalid_request: {
      title: "대화를 시작할 수 없었습니다",
      help: "이 페이지의 설정이 올바르지 않습니다. 나중에 다시 시도해 주세요.",
    },
  },

  consentTitle: "시작하기 전에",
  consent: "이 대화는 자동 상담원이 처리하며 저장될 수 있습니다. 동의하시나요?",
  agree: "동의합니다",
  decline: "나중에",
  dismiss: "알림 닫기",
  reconnectingHelp: "연결이 잠시 끊겼습니다. 다시 연결하고 있으며 지금까지의 대화는 그대로 남아 있습니다.",
  pausedHelp: "마이크가 꺼져 있고 상담원이 기다리고 있습니다.",
  talkMode: "말하는 방식",
  handsFree: "핸즈프리",
  pushToTalk: "눌러서 말하기",
  microphone: "마이크",
  speaker: "스피커",
  volume: "음량",
  microphoneLevel: "마이크 입력 크기",
  announce: "화면 낭독기로 새 메시지 읽기",
  changeAgent: "다른 상담원과 이야기하기",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: ["이 페이지 주소 왼쪽의 아이콘을 클릭하세요.", "마이크를 켜거나 ‘허용’을 선택하세요.", BACK],
        firefox: [
          "이 페이지 주소 왼쪽의 줄이 그어진 마이크를 클릭하세요.",
          "옆의 ✕로 차단을 해제하세요.",
          "여기로 돌아와 다시 시도하고 ‘허용’을 선택하세요.",
        ],
        safari: ["Safari 메뉴에서 ‘이 웹사이트에 대한 설정…’을 선택하세요.", "‘마이크’를 ‘허용’으로 설정하세요.", BACK],
        ios: ["주소 옆의 아이콘을 탭하세요.", "웹사이트 설정을 열고 ‘마이크’를 ‘허용’으로 설정하세요.", BACK],
      },
      microphone_missing: ["마이크나 헤드셋을 연결하세요.", "시스템 소리 설정에서 켜져 있는지 확인하세요.", BACK],
      microphone_in_use: [
        "화상 통화처럼 마이크를 사용하는 다른 앱과 탭을 닫으세요.",
        "마이크를 뽑았다가 다시 꽂으세요.",
        BACK,
      ],
      microphone_insecure: [
        "브라우저는 https로 시작하는 페이지에서만 마이크를 허용합니다.",
        "가능하면 주소 앞에 https://를 붙여 이 페이지를 여세요.",
      ],
      microphone_blocked_by_frame: [
        "이 창을 둘러싼 페이지가 마이크를 허용하지 않습니다.",
        "통화하려면 이 부분을 별도의 탭에서 여세요.",
      ],
    },
    tryAgain: "마이크 다시 시도",
    asking: "브라우저의 응답을 기다리는 중…",
    typeInstead: "대신 입력하기",
    openAlone: "별도의 탭에서 열기",
    works: "마이크가 작동합니다. 말씀하시면서 막대를 확인하세요.",
    silent: "마이크가 켜져 있지만 소리가 들어오지 않습니다. 다른 마이크를 선택하거나 음소거 스위치를 확인하세요.",
  },

  copyTranscript: "대화 복사",
  copied: "복사됨",
  copyFailed: "복사하지 못했습니다. 텍스트를 선택하여 직접 복사해 주세요.",
  endedBecause: {
    failed: "대화가 끊어졌습니다. 다시 시작하실 수 있습니다.",
    max_duration: "한 대화의 최대 시간이 지났습니다. 다시 시작하실 수 있습니다.",
    credit_exhausted: "이 대화에 남은 시간을 모두 사용했습니다.",
    operator: "저희 팀이 대화를 종료했습니다.",
  },
  rate: "어떠셨나요?",
  stars: { other: "별 5개 중 #개" },
  rated: "감사합니다!",
  comment: "좋았던 점이나 개선할 점을 알려 주세요(선택 사항)",
};

export default texts;
