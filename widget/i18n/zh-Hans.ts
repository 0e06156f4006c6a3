import type { Messages } from "./messages.ts";

const BACK = "回到这里重试。";

const texts: Messages = {
  tag: "zh-Hans",
  aiNotice: "AI 助手",
  close: "关闭",
  startCall: "开始通话",
  endCall: "挂断",
  endChat: "结束聊天",
  mute: "静音",
  unmute: "取消静音",
  stopSpeaking: "停止讲话",
  send: "发送",
  inputPlaceholder: "输入消息",
  startAgain: "重新开始",
  retry: "重试",
  playSound: "播放声音",
  switchToVoice: "切换到语音",
  holdToTalk: "按住或点按说话",
  soundSettings: "声音设置",
  pause: "暂停",
  resume: "继续",
  connecting: "正在连接…",
  listening: "正在聆听",
  thinking: "正在思考…",
  reconnecting: "正在重新连接…",
  speaking: "正在讲话",
  ended: "对话已结束",
  muted: "您的麦克风已关闭",
  paused: "已暂停",
  lastMinute: "剩余不到一分钟",
  welcome: "您好！有什么可以帮您？",
  orType: "或在下方输入",
  chooseAgent: "您想与谁交谈？",
  conversation: "对话",
  you: "您：",
  agent: "客服：",
  usingTool: (name) => `正在查询：${name}`,
  usedTool: (name) => `已查询：${name}`,
  interrupted: "已打断",
  privacy: "隐私",
  terms: "条款",

  errors: {
    microphone_denied: {
      title: "麦克风未获允许",
      help: "请在此页面地址旁（左侧图标）允许使用麦克风，然后重新开始通话。您也可以直接输入消息。",
    },
    microphone_missing: {
      title: "未找到麦克风",
      help: "请连接麦克风或耳机，然后重新开始通话。您也可以直接输入消息。",
    },
    microphone_in_use: {
      title: "麦克风正被占用",
      help: "请关闭正在使用它的其他应用或标签页，然后重新开始通话。您也可以直接输入消息。",
    },
    microphone_insecure: {
      title: "麦克风需要安全的页面",
      help: "浏览器只在以 https 开头的页面上允许使用麦克风。您可以输入消息。",
    },
    microphone_blocked_by_frame: {
      title: "此页面已禁用麦克风",
      help: "显示此窗口的页面不允许使用麦克风。您可以输入消息。",
    },
    unauthorized: {
      title: "我们暂时无法在此提供服务",
      help: "请稍后再试，或通过其他方式联系我们。",
    },
    rate_limited: {
      title: "当前咨询较多",
      help: "请等待一分钟后再试。",
    },
    lines_busy: {
      title: "所有线路均忙",
      help: "请稍后再试。",
    },
    no_credit: {
      title: "我们暂时无法通话",
      help: "请稍后重试。",
    },
    agent_unavailable: {
      title: "助手当前不可用",
      help: "请稍后重试。",
    },
    unreachable: {
      title: "无法联系到我们",
      help: "请检查您的网络连接后重试。",
    },
    vendor_failed: {
      title: "对话未能开始",
      help: "我们这边出了问题，请重试。",
    },
    connection_lost: {
      title: "连接已断开",
      help: "请检查您的网络连接后重新开始。",
    },
    audio_blocked: {
      title: "声音已关闭",
      help: "浏览器需要您点击一次才能播放声音。",
    },
    invalid_request: {
      title: "对话未能开始",
      help: "此页面的设置有误，请稍后再试。",
    },
  },

  consentTitle: "开始之前",
  consent: "此对话由自动客服处理，并可能被保存。您是否同意？",
  agree: "同意",
  decline: "暂不",
  dismiss: "忽略",
  reconnectingHelp: "线路短暂中断，正在为您重新连接；已有的对话会保留。",
  pausedHelp: "您的麦克风已关闭，客服正在等待。",
  talkMode: "说话方式",
  handsFree: "免提",
  pushToTalk: "按住说话",
  microphone: "麦克风",
  speaker: "扬声器",
  volume: "音量",
  microphoneLevel: "麦克风音量",
  announce: "用屏幕阅读器朗读新消息",
  changeAgent: "换一位交谈",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: ["点击此页面地址左侧的图标。", "打开麦克风，或选择“允许”。", BACK],
        firefox: ["点击此页面地址左侧带斜线的麦克风。", "点击旁边的 ✕ 解除阻止。", "回到这里重试，并选择“允许”。"],
        safari: ["在 Safari 菜单中选择“此网站的设置…”。", "将“麦克风”设为“允许”。", BACK],
        ios: ["轻点地址旁的图标。", "打开网站设置，将“麦克风”设为“允许”。", BACK],
      },
      microphone_missing: ["连接麦克风或耳机。", "在系统的声音设置中确认它已打开。", BACK],
      microphone_in_use: ["关闭正在使用它的其他应用和标签页，例如视频通话。", "拔下麦克风后重新插上。", BACK],
      microphone_insecure: [
        "浏览器只在以 https 开头的页面上允许使用麦克风。",
        "如有可能，请在地址前加上 https:// 打开此页面。",
      ],
      microphone_blocked_by_frame: ["此窗口所在的页面不允许使用麦克风。", "请在单独的标签页中打开这部分进行通话。"],
    },
    tryAgain: "再次尝试麦克风",
    asking: "正在等待浏览器的回应…",
    typeInstead: "改用文字",
    openAlone: "在单独的标签页中打开",
    works: "麦克风工作正常。请说几句话并观察音量条。",
    silent: "麦克风已打开，但没有收到声音。请换一个麦克风，或检查它的静音开关。",
  },

  copyTranscript: "复制对话",
  copied: "已复制",
  copyFailed: "复制失败。请选中文字自行复制。",
  endedBecause: {
    failed: "对话中断了。您可以重新开始。",
    max_duration: "单次对话的最长时间已到。您可以重新开始。",
    credit_exhausted: "此对话的剩余时间已用完。",
    operator: "对话已由我们的团队结束。",
  },
  rate: "体验如何？",
  stars: { other: "#星（满分5星）" },
  rated: "谢谢！",
  comment: "您喜欢什么，或有什么可以改进？（选填）",
};

export default texts;
