import type { Messages } from "./messages.ts";

const BACK = "Quay lại đây và thử lại.";

const texts: Messages = {
  tag: "vi",
  aiNotice: "Trợ lý AI",
  close: "Đóng",
  startCall: "Bắt đầu cuộc gọi",
  endCall: "Kết thúc cuộc gọi",
  endChat: "Kết thúc trò chuyện",
  mute: "Tắt micrô",
  unmute: "Bật micrô",
  stopSpeaking: "Dừng nói",
  send: "Gửi",
  inputPlaceholder: "Nhập tin nhắn",
  startAgain: "Bắt đầu lại",
  retry: "Thử lại",
  playSound: "Bật âm thanh",
  switchToVoice: "Chuyển sang giọng nói",
  holdToTalk: "Giữ hoặc chạm để nói",
  soundSettings: "Cài đặt âm thanh",
  pause: "Tạm dừng",
  resume: "Tiếp tục",
  connecting: "Đang kết nối…",
  listening: "Đang nghe",
  thinking: "Đang suy nghĩ…",
  reconnecting: "Đang kết nối lại…",
  speaking: "Đang nói",
  ended: "Cuộc trò chuyện đã kết thúc",
  muted: "Micrô của bạn đang tắt",
  paused: "Đã tạm dừng",
  lastMinute: "Còn chưa đến một phút",
  welcome: "Xin chào! Chúng tôi có thể giúp gì cho bạn?",
  orType: "hoặc nhập bên dưới",
  chooseAgent: "Bạn muốn nói chuyện với ai?",
  conversation: "Cuộc trò chuyện",
  you: "Bạn:",
  agent: "Trợ lý:",
  usingTool: (name) => `Đang tra cứu: ${name}`,
  usedTool: (name) => `Đã tra cứu: ${name}`,
  interrupted: "bị ngắt",
  privacy: "Quyền riêng tư",
  terms: "Điều khoản",

  errors: {
    microphone_denied: {
      title: "Micrô chưa được cho phép",
      help: "Hãy cho phép micrô bên cạnh địa chỉ của trang này (biểu tượng bên trái), rồi bắt đầu cuộc gọi mới. Hoặc nhập tin nhắn.",
    },
    microphone_missing: {
      title: "Không tìm thấy micrô",
      help: "Hãy kết nối micrô hoặc tai nghe, rồi bắt đầu cuộc gọi mới. Hoặc nhập tin nhắn.",
    },
    microphone_in_use: {
      title: "Micrô đang được sử dụng",
      help: "Hãy đóng các ứng dụng hoặc thẻ khác đang dùng micrô, rồi bắt đầu cuộc gọi mới. Hoặc nhập tin nhắn.",
    },
    microphone_insecure: {
      title: "Micrô cần một trang an toàn",
      help: "Trình duyệt chỉ cho phép micrô trên các trang bắt đầu bằng https. Bạn có thể nhập tin nhắn.",
    },
    microphone_blocked_by_frame: {
      title: "Micrô bị chặn trên trang này",
      help: "Trang hiển thị cửa sổ này không cho phép micrô. Bạn có thể nhập tin nhắn.",
    },
    unauthorized: {
      title: "Hiện chúng tôi không phục vụ ở đây",
      help: "Vui lòng thử lại sau hoặc liên hệ với chúng tôi theo cách khác.",
    },
    rate_limited: {
      title: "Hiện đang có rất nhiều yêu cầu",
      help: "Vui lòng đợi một phút rồi thử lại.",
    },
    lines_busy: {
      title: "Tất cả các đường dây đều bận",
      help: "Vui lòng thử lại sau giây lát.",
    },
    no_credit: {
      title: "Hiện chúng tôi không thể trò chuyện",
      help: "Vui lòng thử lại sau.",
    },
    agent_unavailable: {
      title: "Trợ lý hiện không sẵn sàng",
      help: "Vui lòng thử lại sau.",
    },
    unreachable: {
      title: "Không thể liên lạc với chúng tôi",
      help: "Vui lòng kiểm tra kết nối internet và thử lại.",
    },
    vendor_failed: {
      title: "Không thể bắt đầu cuộc trò chuyện",
      help: "Đã có lỗi từ phía chúng tôi. Vui lòng thử lại.",
    },
    connection_lost: {
      title: "Mất kết nối",
      help: "Vui lòng kiểm tra kết nối internet và bắt đầu lại.",
    },
    audio_blocked: {
      title: "Âm thanh đang tắt",
      help: "Trình duyệt chờ bạn nhấp một lần trước khi phát âm thanh.",
    },
    invalid_request: {
      title: "Không thể bắt đầu cuộc trò chuyện",
      help: "Có thiết lập chưa đúng trên trang này. Vui lòng thử lại sau.",
    },
  },

  consentTitle: "Trước khi bắt đầu",
  consent: "Cuộc trò chuyện này do trợ lý tự động xử lý và có thể được lưu. Bạn có đồng ý không?",
  agree: "Tôi đồng ý",
  decline: "Để sau",
  dismiss: "Bỏ qua",
  reconnectingHelp: "Đường dây bị ngắt trong giây lát. Chúng tôi đang kết nối lại; những gì đã nói vẫn ở đây.",
  pausedHelp: "Micrô của bạn đang tắt và trợ lý đang chờ.",
  talkMode: "Cách nói chuyện",
  handsFree: "Rảnh tay",
  pushToTalk: "Nhấn để nói",
  microphone: "Micrô",
  speaker: "Loa",
  volume: "Âm lượng",
  microphoneLevel: "Mức micrô",
  announce: "Đọc tin nhắn mới bằng trình đọc màn hình",
  changeAgent: "Nói chuyện với người khác",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: ["Nhấp vào biểu tượng bên trái địa chỉ của trang này.", "Bật micrô hoặc chọn “Cho phép”.", BACK],
        firefox: [
          "Nhấp vào micrô bị gạch chéo bên trái địa chỉ của trang này.",
          "Bỏ chặn bằng dấu ✕ bên cạnh.",
          "Quay lại đây, thử lại và chọn “Cho phép”.",
        ],
        safari: ["Trong menu Safari, chọn “Cài đặt cho trang web này…”.", "Đặt “Micrô” thành “Cho phép”.", BACK],
        ios: ["Chạm vào biểu tượng bên cạnh địa chỉ.", "Mở cài đặt trang web và đặt “Micrô” thành “Cho phép”.", BACK],
      },
      microphone_missing: [
        "Kết nối micrô hoặc tai nghe.",
        "Kiểm tra trong cài đặt âm thanh của hệ thống xem micrô đã bật chưa.",
        BACK,
      ],
      microphone_in_use: [
        "Đóng các ứng dụng và thẻ khác đang dùng micrô, chẳng hạn cuộc gọi video.",
        "Rút micrô ra rồi cắm lại.",
        BACK,
      ],
      microphone_insecure: [
        "Trình duyệt chỉ cho phép micrô trên các trang bắt đầu bằng https.",
        "Nếu có thể, hãy mở trang này với https:// ở đầu địa chỉ.",
      ],
      microphone_blocked_by_frame: [
        "Trang bao quanh cửa sổ này không cho phép micrô.",
        "Hãy mở phần này trong thẻ riêng để nói chuyện.",
      ],
    },
    tryAgain: "Thử lại micrô",
    asking: "Đang chờ trình duyệt trả lời…",
    typeInstead: "Nhập tin nhắn thay thế",
    openAlone: "Mở trong thẻ riêng",
    works: "Micrô của bạn hoạt động. Hãy nói gì đó và nhìn thanh mức.",
    silent: "Micrô của bạn đang bật nhưng không có âm thanh. Hãy chọn micrô khác hoặc tìm nút tắt tiếng trên đó.",
  },

  copyTranscript: "Sao chép cuộc trò chuyện",
  copied: "Đã sao chép",
  copyFailed: "Không sao chép được. Hãy chọn văn bản và tự sao chép.",
  endedBecause: {
    failed: "Cuộc trò chuyện bị gián đoạn. Bạn có thể bắt đầu lại.",
    max_duration: "Đã hết thời gian dài nhất của một cuộc trò chuyện. Bạn có thể bắt đầu lại.",
    credit_exhausted: "Thời gian còn lại của cuộc trò chuyện này đã hết.",
    operator: "Cuộc trò chuyện đã được nhóm của chúng tôi kết thúc.",
  },
  rate: "Bạn thấy thế nào?",
  stars: { other: "# trên 5 sao" },
  rated: "Xin cảm ơn!",
  comment: "Bạn thích điều gì, hoặc điều gì có thể tốt hơn? (không bắt buộc)",
};

export default texts;
