import type { Messages } from "./messages.ts";

const BACK = "Kembali ke sini dan coba lagi.";

const texts: Messages = {
  tag: "id",
  aiNotice: "Asisten AI",
  close: "Tutup",
  startCall: "Mulai panggilan",
  endCall: "Akhiri panggilan",
  endChat: "Akhiri obrolan",
  mute: "Bisukan",
  unmute: "Bunyikan",
  stopSpeaking: "Hentikan bicara",
  send: "Kirim",
  inputPlaceholder: "Ketik pesan",
  startAgain: "Mulai lagi",
  retry: "Coba lagi",
  playSound: "Putar suara",
  switchToVoice: "Beralih ke suara",
  holdToTalk: "Tahan atau ketuk untuk berbicara",
  soundSettings: "Pengaturan suara",
  pause: "Jeda",
  resume: "Lanjutkan",
  connecting: "Menghubungkan…",
  listening: "Mendengarkan",
  thinking: "Berpikir…",
  reconnecting: "Menghubungkan kembali…",
  speaking: "Berbicara",
  ended: "Percakapan berakhir",
  muted: "Mikrofon Anda mati",
  paused: "Dijeda",
  lastMinute: "Tersisa kurang dari satu menit",
  welcome: "Halo! Ada yang bisa kami bantu?",
  orType: "atau ketik di bawah",
  chooseAgent: "Anda ingin berbicara dengan siapa?",
  conversation: "Percakapan",
  you: "Anda:",
  agent: "Agen:",
  usingTool: (name) => `Sedang memeriksa: ${name}`,
  usedTool: (name) => `Sudah diperiksa: ${name}`,
  interrupted: "terpotong",
  privacy: "Privasi",
  terms: "Ketentuan",

  errors: {
    microphone_denied: {
      title: "Mikrofon tidak diizinkan",
      help: "Izinkan di samping alamat halaman ini (ikon di sebelah kirinya), lalu mulai panggilan baru. Atau ketik pesan Anda.",
    },
    microphone_missing: {
      title: "Mikrofon tidak ditemukan",
      help: "Sambungkan mikrofon atau headset, lalu mulai panggilan baru. Atau ketik pesan Anda.",
    },
    microphone_in_use: {
      title: "Mikrofon sedang digunakan",
      help: "Tutup aplikasi atau tab lain yang menggunakannya, lalu mulai panggilan baru. Atau ketik pesan Anda.",
    },
    microphone_insecure: {
      title: "Mikrofon memerlukan halaman yang aman",
      help: "Peramban hanya mengizinkannya di halaman yang diawali https. Anda dapat mengetik pesan.",
    },
    microphone_blocked_by_frame: {
      title: "Mikrofon diblokir di halaman ini",
      help: "Halaman yang menampilkan jendela ini tidak mengizinkannya. Anda dapat mengetik pesan.",
    },
    unauthorized: {
      title: "Saat ini kami tidak tersedia di sini",
      help: "Silakan coba lagi nanti, atau hubungi kami dengan cara lain.",
    },
    rate_limited: {
      title: "Saat ini sedang sangat sibuk",
      help: "Tunggu satu menit, lalu coba lagi.",
    },
    lines_busy: {
      title: "Semua saluran sibuk",
      help: "Silakan coba lagi sebentar lagi.",
    },
    too_many_conversations: {
      title: "Terlalu banyak percakapan sekaligus",
      help: "Silakan akhiri percakapan lain dulu, atau coba lagi sebentar lagi.",
    },
    no_credit: {
      title: "Saat ini kami tidak dapat berbicara",
      help: "Silakan coba lagi nanti.",
    },
    agent_unavailable: {
      title: "Asisten sedang tidak tersedia",
      help: "Silakan coba lagi nanti.",
    },
    unreachable: {
      title: "Kami tidak dapat dihubungi",
      help: "Periksa koneksi internet Anda, lalu coba lagi.",
    },
    vendor_failed: {
      title: "Percakapan tidak dapat dimulai",
      help: "Terjadi kesalahan di pihak kami. Silakan coba lagi.",
    },
    connection_lost: {
      title: "Koneksi terputus",
      help: "Periksa koneksi internet Anda, lalu mulai lagi.",
    },
    audio_blocked: {
      title: "Suara mati",
      help: "Peramban Anda menunggu klik sebelum memutar suara.",
    },
    invalid_request: {
      title: "Percakapan tidak dapat dimulai",
      help: "Ada yang tidak diatur dengan benar di halaman ini. Silakan coba lagi nanti.",
    },
  },

  consentTitle: "Sebelum kita mulai",
  consent: "Percakapan ini diproses oleh agen otomatis dan dapat disimpan. Apakah Anda setuju?",
  agree: "Saya setuju",
  decline: "Jangan sekarang",
  dismiss: "Tutup pesan ini",
  reconnectingHelp:
    "Saluran terputus sejenak. Kami menghubungkan Anda kembali; yang sudah dibicarakan tetap ada di sini.",
  pausedHelp: "Mikrofon Anda mati dan agen menunggu.",
  talkMode: "Cara berbicara",
  handsFree: "Bebas genggam",
  pushToTalk: "Tekan untuk bicara",
  microphone: "Mikrofon",
  speaker: "Pengeras suara",
  volume: "Kenyaringan",
  microphoneLevel: "Tingkat mikrofon",
  announce: "Bacakan pesan baru dengan pembaca layar",
  changeAgent: "Bicara dengan orang lain",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: ["Klik ikon di kiri alamat halaman ini.", "Nyalakan mikrofon, atau pilih “Izinkan”.", BACK],
        firefox: [
          "Klik mikrofon yang dicoret di kiri alamat halaman ini.",
          "Hapus pemblokiran dengan ✕ di sampingnya.",
          "Kembali ke sini, coba lagi, dan pilih “Izinkan”.",
        ],
        safari: ["Di menu Safari, pilih “Pengaturan untuk Situs Web Ini…”.", "Atur “Mikrofon” ke “Izinkan”.", BACK],
        ios: ["Ketuk ikon di samping alamat.", "Buka pengaturan situs web dan atur “Mikrofon” ke “Izinkan”.", BACK],
      },
      microphone_missing: [
        "Sambungkan mikrofon atau headset.",
        "Pastikan mikrofon menyala di pengaturan suara sistem Anda.",
        BACK,
      ],
      microphone_in_use: [
        "Tutup aplikasi dan tab lain yang menggunakannya, seperti panggilan video.",
        "Cabut mikrofon lalu pasang kembali.",
        BACK,
      ],
      microphone_insecure: [
        "Peramban hanya mengizinkan mikrofon di halaman yang diawali https.",
        "Jika bisa, buka halaman ini dengan https:// di depan alamatnya.",
      ],
      microphone_blocked_by_frame: [
        "Halaman di sekeliling jendela ini tidak mengizinkan mikrofon.",
        "Buka bagian ini di tab tersendiri untuk berbicara.",
      ],
    },
    tryAgain: "Coba mikrofon lagi",
    asking: "Menunggu jawaban peramban Anda…",
    typeInstead: "Ketik saja",
    openAlone: "Buka di tab tersendiri",
    works: "Mikrofon Anda berfungsi. Ucapkan sesuatu dan perhatikan bilahnya.",
    silent: "Mikrofon Anda menyala, tetapi tidak ada suara yang masuk. Pilih yang lain, atau cari tombol bisu padanya.",
  },

  searching: "Mencari…",
  sources: "Sumber",
  starters: "Pertanyaan yang disarankan",

  copyTranscript: "Salin percakapan",
  copied: "Disalin",
  copyFailed: "Penyalinan gagal. Pilih teksnya dan salin sendiri.",
  endedBecause: {
    failed: "Percakapan terputus. Anda dapat memulai lagi.",
    max_duration: "Waktu terlama untuk satu percakapan telah habis. Anda dapat memulai lagi.",
    credit_exhausted: "Sisa waktu untuk percakapan ini telah habis.",
    operator: "Percakapan diakhiri oleh tim kami.",
  },
  rate: "Bagaimana percakapannya?",
  stars: { other: "# dari 5 bintang" },
  rated: "Terima kasih!",
  comment: "Apa yang Anda sukai, atau apa yang bisa lebih baik? (opsional)",

  reception: {
    contactTitle: "Tinggalkan data kontak Anda",
    name: "Nama",
    email: "Email",
    phone: "Telepon",
    message: "Pesan",
    optional: "opsional",
    consent: "Saya setuju dihubungi mengenai permintaan saya.",
    sendContact: "Kirim",
    sending: "Mengirim…",
    contactSent: "Terima kasih. Data Anda sudah kami terima dan kami akan menghubungi Anda.",
    contactFailed: "Data Anda tidak dapat dikirim. Periksa koneksi Anda dan coba lagi; tidak ada yang hilang.",
    contactRefused: "Data Anda tidak diterima. Periksa dan coba lagi.",
    cancel: "Batal",

    needName: "Persingkat nama menjadi 200 karakter.",
    needEmail: "Masukkan alamat email lengkap, seperti name@example.com.",
    needPhone: "Masukkan nomor lengkap, hanya angka, seperti +49 30 1234567.",
    needReach: "Masukkan alamat email atau nomor telepon.",
    needConsent: "Centang kotak ini agar kami dapat menghubungi Anda.",

    closedTitle: "Saat ini kami tutup",
    opensAt: (when) => `Kami buka ${when}.`,
    closedContact: "Tinggalkan data Anda dan kami akan menghubungi Anda.",

    busyTitle: "Semua saluran sibuk",
    busyHelp: "Anda dapat menunggu di sini. Kami akan bertanya saat giliran Anda tiba.",
    wait: "Tunggu dalam antrean",
    place: (place) => (place === 1 ? "Anda berikutnya dalam antrean." : `Anda nomor ${place} dalam antrean.`),
    stopWaiting: "Berhenti menunggu",
    leaveContact: "Tinggalkan data kontak",
    yourTurn: "Giliran Anda",
    yourTurnHelp: "Satu saluran disediakan untuk Anda selama satu menit.",
    startNow: "Mulai sekarang",
    notNow: "Jangan sekarang",
    queueLost: "Koneksi ke antrean terputus. Mencoba lagi…",
  },
};

export default texts;
