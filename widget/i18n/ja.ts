import type { Messages } from "./messages.ts";

const BACK = "ここに戻って、もう一度お試しください。";

const texts: Messages = {
  tag: "ja",
  aiNotice: "AIアシスタント",
  close: "閉じる",
  startCall: "通話を開始",
  endCall: "通話を終了",
  endChat: "チャットを終了",
  mute: "ミュート",
  unmute: "ミュート解除",
  stopSpeaking: "話を止める",
  send: "送信",
  inputPlaceholder: "メッセージを入力",
  startAgain: "もう一度始める",
  retry: "再試行",
  playSound: "音声を再生",
  switchToVoice: "音声に切り替える",
  holdToTalk: "押し続けるかタップして話す",
  soundSettings: "サウンド設定",
  pause: "一時停止",
  resume: "再開",
  connecting: "接続しています…",
  listening: "聞いています",
  thinking: "考えています…",
  reconnecting: "再接続しています…",
  speaking: "話しています",
  ended: "会話が終了しました",
  muted: "マイクはオフです",
  paused: "一時停止中",
  lastMinute: "残り1分未満です",
  welcome: "こんにちは。ご用件をお聞かせください。",
  orType: "または下に入力",
  chooseAgent: "どなたとお話しになりますか？",
  conversation: "会話",
  you: "お客様：",
  agent: "エージェント：",
  usingTool: (name) => `確認中：${name}`,
  usedTool: (name) => `確認済み：${name}`,
  interrupted: "中断しました",
  privacy: "プライバシー",
  terms: "利用規約",

  errors: {
    microphone_denied: {
      title: "マイクが許可されていません",
      help: "このページのアドレスの横（左のアイコン）で許可し、もう一度通話を開始してください。文字を入力することもできます。",
    },
    microphone_missing: {
      title: "マイクが見つかりません",
      help: "マイクまたはヘッドセットを接続し、もう一度通話を開始してください。文字を入力することもできます。",
    },
    microphone_in_use: {
      title: "マイクは使用中です",
      help: "マイクを使用している他のアプリやタブを閉じ、もう一度通話を開始してください。文字を入力することもできます。",
    },
    microphone_insecure: {
      title: "マイクには安全なページが必要です",
      help: "ブラウザーは https で始まるページでのみマイクを許可します。文字を入力してください。",
    },
    microphone_blocked_by_frame: {
      title: "このページではマイクがブロックされています",
      help: "このウィンドウを表示しているページが許可していません。文字を入力してください。",
    },
    unauthorized: {
      title: "現在こちらではご利用いただけません",
      help: "後でもう一度お試しいただくか、別の方法でご連絡ください。",
    },
    rate_limited: {
      title: "ただいま混み合っています",
      help: "1分ほど待ってから、もう一度お試しください。",
    },
    lines_busy: {
      title: "すべての回線が使用中です",
      help: "しばらくしてから、もう一度お試しください。",
    },
    no_credit: {
      title: "現在お話しできません",
      help: "後でもう一度お試しください。",
    },
    agent_unavailable: {
      title: "アシスタントは現在ご利用いただけません",
      help: "後でもう一度お試しください。",
    },
    unreachable: {
      title: "接続できません",
      help: "インターネット接続を確認して、もう一度お試しください。",
    },
    vendor_failed: {
      title: "会話を開始できませんでした",
      help: "こちら側で問題が発生しました。もう一度お試しください。",
    },
    connection_lost: {
      title: "接続が切れました",
      help: "インターネット接続を確認して、もう一度始めてください。",
    },
    audio_blocked: {
      title: "音声がオフです",
      help: "ブラウザーは音声を再生する前にクリックを必要とします。",
    },
    invalid_request: {
      title: "会話を開始できませんでした",
      help: "このページの設定に問題があります。後でもう一度お試しください。",
    },
  },

  consentTitle: "始める前に",
  consent: "この会話は自動エージェントが処理し、保存されることがあります。同意しますか？",
  agree: "同意する",
  decline: "今はしない",
  dismiss: "閉じる（お知らせ）",
  reconnectingHelp: "回線が一時的に切れました。再接続しています。これまでの内容は残っています。",
  pausedHelp: "マイクはオフで、エージェントが待っています。",
  talkMode: "話し方",
  handsFree: "ハンズフリー",
  pushToTalk: "押して話す",
  microphone: "マイク",
  speaker: "スピーカー",
  volume: "音量",
  microphoneLevel: "マイクのレベル",
  announce: "新しいメッセージをスクリーンリーダーで読み上げる",
  changeAgent: "別の担当と話す",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: [
          "このページのアドレスの左にあるアイコンをクリックします。",
          "マイクをオンにするか、「許可」を選びます。",
          BACK,
        ],
        firefox: [
          "このページのアドレスの左にある、斜線の付いたマイクをクリックします。",
          "横の ✕ でブロックを解除します。",
          "ここに戻ってもう一度試し、「許可」を選びます。",
        ],
        safari: ["Safariのメニューで「このWebサイトでの設定…」を選びます。", "「マイク」を「許可」にします。", BACK],
        ios: ["アドレスの横のアイコンをタップします。", "Webサイトの設定を開き、「マイク」を「許可」にします。", BACK],
      },
      microphone_missing: [
        "マイクまたはヘッドセットを接続します。",
        "システムのサウンド設定でオンになっているか確認します。",
        BACK,
      ],
      microphone_in_use: [
        "ビデオ通話など、マイクを使用している他のアプリやタブを閉じます。",
        "マイクを抜いて、もう一度差し込みます。",
        BACK,
      ],
      microphone_insecure: [
        "ブラウザーは https で始まるページでのみマイクを許可します。",
        "可能であれば、アドレスの先頭を https:// にしてこのページを開いてください。",
      ],
      microphone_blocked_by_frame: [
        "このウィンドウを囲むページがマイクを許可していません。",
        "話すには、この部分を別のタブで開いてください。",
      ],
    },
    tryAgain: "マイクをもう一度試す",
    asking: "ブラウザーの応答を待っています…",
    typeInstead: "文字で入力する",
    openAlone: "別のタブで開く",
    works: "マイクは動作しています。何か話して、バーをご覧ください。",
    silent: "マイクはオンですが、音が届いていません。別のマイクを選ぶか、本体のミュートスイッチを確認してください。",
  },

  copyTranscript: "会話をコピー",
  copied: "コピーしました",
  copyFailed: "コピーできませんでした。テキストを選択してコピーしてください。",
  endedBecause: {
    failed: "会話が途切れました。もう一度始められます。",
    max_duration: "1回の会話の最長時間に達しました。もう一度始められます。",
    credit_exhausted: "この会話の残り時間を使い切りました。",
    operator: "当社の担当者が会話を終了しました。",
  },
  rate: "いかがでしたか？",
  stars: { other: "5つ星のうち#" },
  rated: "ありがとうございます。",
  comment: "良かった点や改善できる点をお聞かせください（任意）",
};

export default texts;
