import type { Messages } from "./messages.ts";

const BACK = "Buraya dönüp tekrar deneyin.";

const texts: Messages = {
  tag: "tr",
  aiNotice: "Yapay zekâ asistanı",
  close: "Kapat",
  startCall: "Görüşme başlat",
  endCall: "Görüşmeyi bitir",
  endChat: "Sohbeti bitir",
  mute: "Sessize al",
  unmute: "Sesi aç",
  stopSpeaking: "Konuşmayı durdur",
  send: "Gönder",
  inputPlaceholder: "Mesaj yazın",
  startAgain: "Yeniden başla",
  retry: "Tekrar dene",
  playSound: "Sesi çal",
  switchToVoice: "Sesli görüşmeye geç",
  holdToTalk: "Konuşmak için basılı tutun veya dokunun",
  soundSettings: "Ses ayarları",
  pause: "Duraklat",
  resume: "Devam et",
  connecting: "Bağlanıyor…",
  listening: "Dinliyor",
  thinking: "Düşünüyor…",
  reconnecting: "Yeniden bağlanıyor…",
  speaking: "Konuşuyor",
  ended: "Görüşme sona erdi",
  muted: "Mikrofonunuz kapalı",
  paused: "Duraklatıldı",
  lastMinute: "Bir dakikadan az kaldı",
  welcome: "Merhaba! Size nasıl yardımcı olabiliriz?",
  orType: "veya aşağıya yazın",
  chooseAgent: "Kiminle konuşmak istersiniz?",
  conversation: "Görüşme",
  you: "Siz:",
  agent: "Temsilci:",
  usingTool: (name) => `Bakılıyor: ${name}`,
  usedTool: (name) => `Bakıldı: ${name}`,
  interrupted: "kesildi",
  privacy: "Gizlilik",
  terms: "Koşullar",

  errors: {
    microphone_denied: {
      title: "Mikrofona izin verilmedi",
      help: "Bu sayfanın adresinin yanından (solundaki simge) izin verin ve yeni bir görüşme başlatın. Ya da mesajınızı yazın.",
    },
    microphone_missing: {
      title: "Mikrofon bulunamadı",
      help: "Bir mikrofon veya kulaklık bağlayıp yeni bir görüşme başlatın. Ya da mesajınızı yazın.",
    },
    microphone_in_use: {
      title: "Mikrofon kullanımda",
      help: "Onu kullanan diğer uygulamaları veya sekmeleri kapatıp yeni bir görüşme başlatın. Ya da mesajınızı yazın.",
    },
    microphone_insecure: {
      title: "Mikrofon için güvenli bir sayfa gerekir",
      help: "Tarayıcılar mikrofona yalnızca https ile başlayan sayfalarda izin verir. Mesajınızı yazabilirsiniz.",
    },
    microphone_blocked_by_frame: {
      title: "Mikrofon bu sayfada engellenmiş",
      help: "Bu pencereyi gösteren sayfa mikrofona izin vermiyor. Mesajınızı yazabilirsiniz.",
    },
    unauthorized: {
      title: "Şu anda burada hizmet veremiyoruz",
      help: "Lütfen daha sonra tekrar deneyin veya bize başka bir yoldan ulaşın.",
    },
    rate_limited: {
      title: "Şu anda yoğunluk var",
      help: "Lütfen bir dakika bekleyip tekrar deneyin.",
    },
    lines_busy: {
      title: "Tüm hatlar meşgul",
      help: "Lütfen birazdan tekrar deneyin.",
    },
    too_many_conversations: {
      title: "Aynı anda çok fazla görüşme var",
      help: "Lütfen önce başka bir görüşmeyi bitirin ya da birazdan tekrar deneyin.",
    },
    no_credit: {
      title: "Şu anda görüşemiyoruz",
      help: "Lütfen daha sonra tekrar deneyin.",
    },
    agent_unavailable: {
      title: "Asistan şu anda kullanılamıyor",
      help: "Lütfen daha sonra tekrar deneyin.",
    },
    unreachable: {
      title: "Bize ulaşılamıyor",
      help: "Lütfen internet bağlantınızı kontrol edip tekrar deneyin.",
    },
    vendor_failed: {
      title: "Görüşme başlatılamadı",
      help: "Bizim tarafımızda bir sorun oluştu. Lütfen tekrar deneyin.",
    },
    connection_lost: {
      title: "Bağlantı koptu",
      help: "Lütfen internet bağlantınızı kontrol edip yeniden başlayın.",
    },
    audio_blocked: {
      title: "Ses kapalı",
      help: "Tarayıcınız ses çalmadan önce bir tıklama bekliyor.",
    },
    invalid_request: {
      title: "Görüşme başlatılamadı",
      help: "Bu sayfada bir şey doğru ayarlanmamış. Lütfen daha sonra tekrar deneyin.",
    },
  },

  consentTitle: "Başlamadan önce",
  consent: "Bu görüşme otomatik bir temsilci tarafından işlenir ve saklanabilir. Kabul ediyor musunuz?",
  agree: "Kabul ediyorum",
  decline: "Şimdi değil",
  dismiss: "Kapat ve yoksay",
  reconnectingHelp: "Hat bir an koptu. Sizi yeniden bağlıyoruz; söylenenler burada kalır.",
  pausedHelp: "Mikrofonunuz kapalı ve temsilci bekliyor.",
  talkMode: "Konuşma biçimi",
  handsFree: "Eller serbest",
  pushToTalk: "Bas konuş",
  microphone: "Mikrofon",
  speaker: "Hoparlör",
  volume: "Ses düzeyi",
  microphoneLevel: "Mikrofon düzeyi",
  announce: "Yeni mesajları ekran okuyucuyla seslendir",
  changeAgent: "Başka biriyle konuş",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: [
          "Bu sayfanın adresinin solundaki simgeye tıklayın.",
          "Mikrofonu açın veya “İzin ver” seçeneğini seçin.",
          BACK,
        ],
        firefox: [
          "Bu sayfanın adresinin solundaki üstü çizili mikrofona tıklayın.",
          "Yanındaki ✕ ile engeli kaldırın.",
          "Buraya dönüp tekrar deneyin ve “İzin ver” seçeneğini seçin.",
        ],
        safari: [
          "Safari menüsünde “Bu Web Sitesi İçin Ayarlar…” seçeneğini seçin.",
          "“Mikrofon” ayarını “İzin Ver” yapın.",
          BACK,
        ],
        ios: [
          "Adresin yanındaki simgeye dokunun.",
          "Web sitesinin ayarlarını açıp “Mikrofon” ayarını “İzin Ver” yapın.",
          BACK,
        ],
      },
      microphone_missing: [
        "Bir mikrofon veya kulaklık bağlayın.",
        "Sisteminizin ses ayarlarında açık olduğunu kontrol edin.",
        BACK,
      ],
      microphone_in_use: [
        "Görüntülü görüşme gibi onu kullanan diğer uygulama ve sekmeleri kapatın.",
        "Mikrofonu çıkarıp yeniden takın.",
        BACK,
      ],
      microphone_insecure: [
        "Tarayıcılar mikrofona yalnızca https ile başlayan sayfalarda izin verir.",
        "Mümkünse bu sayfayı adresinin başında https:// ile açın.",
      ],
      microphone_blocked_by_frame: [
        "Bu pencereyi çevreleyen sayfa mikrofona izin vermiyor.",
        "Konuşmak için bu bölümü kendi sekmesinde açın.",
      ],
    },
    tryAgain: "Mikrofonu tekrar dene",
    asking: "Tarayıcınızın yanıtı bekleniyor…",
    typeInstead: "Bunun yerine yaz",
    openAlone: "Kendi sekmesinde aç",
    works: "Mikrofonunuz çalışıyor. Bir şey söyleyip çubuğu izleyin.",
    silent: "Mikrofonunuz açık ama ses gelmiyor. Başka birini seçin veya üzerindeki sessiz düğmesine bakın.",
  },

  searching: "Arıyor…",
  sources: "Kaynaklar",
  starters: "Önerilen sorular",

  copyTranscript: "Görüşmeyi kopyala",
  copied: "Kopyalandı",
  copyFailed: "Kopyalanamadı. Metni seçip kendiniz kopyalayın.",
  endedBecause: {
    failed: "Görüşme kesildi. Yeniden başlayabilirsiniz.",
    max_duration: "Bir görüşmenin en uzun süresi doldu. Yeniden başlayabilirsiniz.",
    credit_exhausted: "Bu görüşme için kalan süre bitti.",
    operator: "Görüşme ekibimiz tarafından sonlandırıldı.",
  },
  rate: "Nasıldı?",
  stars: { other: "5 yıldız üzerinden #" },
  rated: "Teşekkürler!",
  comment: "Neyi beğendiniz, neyi iyileştirebiliriz? (isteğe bağlı)",

  reception: {
    contactTitle: "İletişim bilgilerinizi bırakın",
    name: "Ad",
    email: "E-posta",
    phone: "Telefon",
    message: "Mesaj",
    optional: "isteğe bağlı",
    consent: "Talebimle ilgili benimle iletişime geçilmesini kabul ediyorum.",
    sendContact: "Gönder",
    sending: "Gönderiliyor…",
    contactSent: "Teşekkürler. Bilgilerinizi aldık, size dönüş yapacağız.",
    contactFailed: "Bilgileriniz gönderilemedi. Bağlantınızı kontrol edip tekrar deneyin; hiçbir şey kaybolmadı.",
    contactRefused: "Bilgileriniz kabul edilmedi. Kontrol edip tekrar deneyin.",
    cancel: "İptal",

    needName: "Adı 200 karaktere kısaltın.",
    needEmail: "Tam bir e-posta adresi girin, örneğin name@example.com.",
    needPhone: "Numaranın tamamını yalnızca rakamlarla girin, örneğin +49 30 1234567.",
    needReach: "Bir e-posta adresi veya telefon numarası girin.",
    needConsent: "Sizinle iletişime geçebilmemiz için kutuyu işaretleyin.",

    closedTitle: "Şu anda kapalıyız",
    opensAt: (when) => `Açılış: ${when}.`,
    closedContact: "Bilgilerinizi bırakın, size dönüş yapalım.",

    busyTitle: "Tüm hatlar meşgul",
    busyHelp: "Burada bekleyebilirsiniz. Sıra size gelince soracağız.",
    wait: "Sırada bekle",
    place: (place) => (place === 1 ? "Sıradaki kişi sizsiniz." : `Sıradaki yeriniz: ${place}.`),
    stopWaiting: "Beklemeyi bırak",
    leaveContact: "İletişim bilgisi bırak",
    yourTurn: "Sıra sizde",
    yourTurnHelp: "Bir hat bir dakika boyunca sizin için tutuluyor.",
    startNow: "Şimdi başla",
    notNow: "Şimdi değil",
    queueLost: "Sıra bağlantısı koptu. Yeniden deneniyor…",
  },
};

export default texts;
