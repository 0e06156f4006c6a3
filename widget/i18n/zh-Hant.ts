import type { Messages } from "./messages.ts";

const BACK = "回到這裡重試。";

const texts: Messages = {
  tag: "zh-Hant",
  aiNotice: "AI 助理",
  close: "關閉",
  startCall: "開始通話",
  endCall: "掛斷",
  endChat: "結束聊天",
  mute: "靜音",
  unmute: "取消靜音",
  stopSpeaking: "停止說話",
  send: "傳送",
  inputPlaceholder: "輸入訊息",
  startAgain: "重新開始",
  retry: "重試",
  playSound: "播放聲音",
  switchToVoice: "切換到語音",
  holdToTalk: "按住或點一下說話",
  soundSettings: "聲音設定",
  pause: "暫停",
  resume: "繼續",
  connecting: "正在連線…",
  listening: "正在聆聽",
  thinking: "正在思考…",
  reconnecting: "正在重新連線…",
  speaking: "正在說話",
  ended: "對話已結束",
  muted: "您的麥克風已關閉",
  paused: "已暫停",
  lastMinute: "剩餘不到一分鐘",
  welcome: "您好！有什麼可以為您服務？",
  orType: "或在下方輸入",
  chooseAgent: "您想與誰交談？",
  conversation: "對話",
  you: "您：",
  agent: "客服：",
  usingTool: (name) => `正在查詢：${name}`,
  usedTool: (name) => `已查詢：${name}`,
  interrupted: "已打斷",
  privacy: "隱私權",
  terms: "條款",

  errors: {
    microphone_denied: {
      title: "麥克風未獲允許",
      help: "請在此網頁網址旁（左側圖示）允許使用麥克風，然後重新開始通話。您也可以直接輸入訊息。",
    },
    microphone_missing: {
      title: "找不到麥克風",
      help: "請連接麥克風或耳機，然後重新開始通話。您也可以直接輸入訊息。",
    },
    microphone_in_use: {
      title: "麥克風正在使用中",
      help: "請關閉正在使用它的其他應用程式或分頁，然後重新開始通話。您也可以直接輸入訊息。",
    },
    microphone_insecure: {
      title: "麥克風需要安全的網頁",
      help: "瀏覽器只在以 https 開頭的網頁上允許使用麥克風。您可以輸入訊息。",
    },
    microphone_blocked_by_frame: {
      title: "此網頁已封鎖麥克風",
      help: "顯示此視窗的網頁不允許使用麥克風。您可以輸入訊息。",
    },
    unauthorized: {
      title: "我們暫時無法在此提供服務",
      help: "請稍後再試，或以其他方式與我們聯絡。",
    },
    rate_limited: {
      title: "目前諮詢較多",
      help: "請等待一分鐘後再試。",
    },
    lines_busy: {
      title: "所有線路均忙碌中",
      help: "請稍後再試。",
    },
    no_credit: {
      title: "我們暫時無法通話",
      help: "請稍後重試。",
    },
    agent_unavailable: {
      title: "助理目前無法使用",
      help: "請稍後重試。",
    },
    unreachable: {
      title: "無法聯絡到我們",
      help: "請檢查您的網路連線後重試。",
    },
    vendor_failed: {
      title: "對話未能開始",
      help: "我們這邊發生問題，請重試。",
    },
    connection_lost: {
      title: "連線已中斷",
      help: "請檢查您的網路連線後重新開始。",
    },
    audio_blocked: {
      title: "聲音已關閉",
      help: "瀏覽器需要您點按一次才能播放聲音。",
    },
    invalid_request: {
      title: "對話未能開始",
      help: "此網頁的設定有誤，請稍後再試。",
    },
  },

  consentTitle: "開始之前",
  consent: "此對話由自動客服處理，並可能被儲存。您是否同意？",
  agree: "同意",
  decline: "暫不",
  dismiss: "略過",
  reconnectingHelp: "線路短暫中斷，正在為您重新連線；已有的對話會保留。",
  pausedHelp: "您的麥克風已關閉，客服正在等候。",
  talkMode: "說話方式",
  handsFree: "免持",
  pushToTalk: "按住說話",
  microphone: "麥克風",
  speaker: "喇叭",
  volume: "音量",
  microphoneLevel: "麥克風音量",
  announce: "以螢幕閱讀器朗讀新訊息",
  changeAgent: "換一位交談",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: ["點按此網頁網址左側的圖示。", "開啟麥克風，或選擇「允許」。", BACK],
        firefox: ["點按此網頁網址左側帶斜線的麥克風。", "點按旁邊的 ✕ 解除封鎖。", "回到這裡重試，並選擇「允許」。"],
        safari: ["在 Safari 選單中選擇「此網站的設定…」。", "將「麥克風」設為「允許」。", BACK],
        ios: ["點一下網址旁的圖示。", "開啟網站設定，將「麥克風」設為「允許」。", BACK],
      },
      microphone_missing: ["連接麥克風或耳機。", "在系統的聲音設定中確認它已開啟。", BACK],
      microphone_in_use: ["關閉正在使用它的其他應用程式和分頁，例如視訊通話。", "拔下麥克風後重新插上。", BACK],
      microphone_insecure: [
        "瀏覽器只在以 https 開頭的網頁上允許使用麥克風。",
        "如有可能，請在網址前加上 https:// 開啟此網頁。",
      ],
      microphone_blocked_by_frame: ["此視窗所在的網頁不允許使用麥克風。", "請在獨立的分頁中開啟這部分進行通話。"],
    },
    tryAgain: "再次嘗試麥克風",
    asking: "正在等待瀏覽器的回應…",
    typeInstead: "改用文字",
    openAlone: "在獨立的分頁中開啟",
    works: "麥克風運作正常。請說幾句話並觀察音量列。",
    silent: "麥克風已開啟，但沒有收到聲音。請換一支麥克風，或檢查它的靜音開關。",
  },

  copyTranscript: "複製對話",
  copied: "已複製",
  copyFailed: "複製失敗。請選取文字自行複製。",
  endedBecause: {
    failed: "對話中斷了。您可以重新開始。",
    max_duration: "單次對話的最長時間已到。您可以重新開始。",
    credit_exhausted: "此對話的剩餘時間已用完。",
    operator: "對話已由我們的團隊結束。",
  },
  rate: "體驗如何？",
  stars: { other: "#顆星（滿分5顆星）" },
  rated: "謝謝！",
  comment: "您喜歡什麼，或有什麼可以改進？（選填）",
};

export default texts;
