import type { Messages } from "./messages.ts";

const BACK = "Wróć tutaj i spróbuj ponownie.";

const texts: Messages = {
  tag: "pl",
  aiNotice: "Asystent AI",
  close: "Zamknij",
  startCall: "Rozpocznij rozmowę",
  endCall: "Rozłącz się",
  endChat: "Zakończ czat",
  mute: "Wycisz",
  unmute: "Wyłącz wyciszenie",
  stopSpeaking: "Przerwij",
  send: "Wyślij",
  inputPlaceholder: "Napisz wiadomość",
  startAgain: "Zacznij od nowa",
  retry: "Spróbuj ponownie",
  playSound: "Włącz dźwięk",
  switchToVoice: "Przejdź na rozmowę głosową",
  holdToTalk: "Przytrzymaj lub dotknij, aby mówić",
  soundSettings: "Ustawienia dźwięku",
  pause: "Wstrzymaj",
  resume: "Kontynuuj",
  connecting: "Łączenie…",
  listening: "Słucha",
  thinking: "Zastanawia się…",
  reconnecting: "Ponowne łączenie…",
  speaking: "Mówi",
  ended: "Rozmowa zakończona",
  muted: "Mikrofon jest wyłączony",
  paused: "Wstrzymano",
  lastMinute: "Została mniej niż minuta",
  welcome: "Dzień dobry! W czym możemy pomóc?",
  orType: "lub napisz poniżej",
  chooseAgent: "Z kim chcesz porozmawiać?",
  conversation: "Rozmowa",
  you: "Ty:",
  agent: "Konsultant:",
  usingTool: (name) => `Sprawdzanie: ${name}`,
  usedTool: (name) => `Sprawdzono: ${name}`,
  interrupted: "przerwano",
  privacy: "Prywatność",
  terms: "Warunki",

  errors: {
    microphone_denied: {
      title: "Mikrofon nie jest dozwolony",
      help: "Zezwól na niego obok adresu tej strony (ikona po lewej) i rozpocznij nową rozmowę. Możesz też po prostu napisać.",
    },
    microphone_missing: {
      title: "Nie znaleziono mikrofonu",
      help: "Podłącz mikrofon lub zestaw słuchawkowy i rozpocznij nową rozmowę. Możesz też po prostu napisać.",
    },
    microphone_in_use: {
      title: "Mikrofon jest używany",
      help: "Zamknij inne aplikacje lub karty, które go używają, i rozpocznij nową rozmowę. Możesz też po prostu napisać.",
    },
    microphone_insecure: {
      title: "Mikrofon wymaga bezpiecznej strony",
      help: "Przeglądarki zezwalają na niego tylko na stronach zaczynających się od https. Możesz napisać wiadomość.",
    },
    microphone_blocked_by_frame: {
      title: "Mikrofon jest zablokowany na tej stronie",
      help: "Strona, która wyświetla to okno, na niego nie zezwala. Możesz napisać wiadomość.",
    },
    unauthorized: {
      title: "Nie jesteśmy tu teraz dostępni",
      help: "Spróbuj później lub skontaktuj się z nami w inny sposób.",
    },
    rate_limited: {
      title: "Mamy teraz duży ruch",
      help: "Poczekaj minutę i spróbuj ponownie.",
    },
    lines_busy: {
      title: "Wszystkie linie są zajęte",
      help: "Spróbuj ponownie za chwilę.",
    },
    too_many_conversations: {
      title: "Zbyt wiele rozmów naraz",
      help: "Zakończ najpierw inną rozmowę lub spróbuj ponownie za chwilę.",
    },
    no_credit: {
      title: "Nie możemy teraz rozmawiać",
      help: "Spróbuj ponownie później.",
    },
    agent_unavailable: {
      title: "Asystent jest teraz niedostępny",
      help: "Spróbuj ponownie później.",
    },
    unreachable: {
      title: "Nie można się z nami połączyć",
      help: "Sprawdź połączenie z internetem i spróbuj ponownie.",
    },
    vendor_failed: {
      title: "Nie udało się rozpocząć rozmowy",
      help: "Coś poszło nie tak po naszej stronie. Spróbuj ponownie.",
    },
    connection_lost: {
      title: "Połączenie zostało przerwane",
      help: "Sprawdź połączenie z internetem i zacznij od nowa.",
    },
    audio_blocked: {
      title: "Dźwięk jest wyłączony",
      help: "Przeglądarka czeka na kliknięcie, zanim odtworzy dźwięk.",
    },
    invalid_request: {
      title: "Nie udało się rozpocząć rozmowy",
      help: "Ta strona nie jest poprawnie skonfigurowana. Spróbuj ponownie później.",
    },
  },

  consentTitle: "Zanim zaczniemy",
  consent: "Tę rozmowę prowadzi automatyczny agent i może ona zostać zapisana. Czy wyrażasz zgodę?",
  agree: "Zgadzam się",
  decline: "Nie teraz",
  dismiss: "Odrzuć",
  reconnectingHelp: "Połączenie na chwilę zniknęło. Łączymy ponownie; to, co powiedziano, zostaje tutaj.",
  pausedHelp: "Mikrofon jest wyłączony, a konsultant czeka.",
  talkMode: "Sposób mówienia",
  handsFree: "Bez użycia rąk",
  pushToTalk: "Naciśnij, aby mówić",
  microphone: "Mikrofon",
  speaker: "Głośnik",
  volume: "Głośność",
  microphoneLevel: "Poziom mikrofonu",
  announce: "Odczytuj nowe wiadomości czytnikiem ekranu",
  changeAgent: "Porozmawiaj z kimś innym",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: ["Kliknij ikonę po lewej stronie adresu tej strony.", "Włącz mikrofon lub wybierz „Zezwól”.", BACK],
        firefox: [
          "Kliknij przekreślony mikrofon po lewej stronie adresu tej strony.",
          "Usuń blokadę znakiem ✕ obok niego.",
          "Wróć tutaj, spróbuj ponownie i wybierz „Zezwól”.",
        ],
        safari: ["W menu Safari wybierz „Ustawienia dla tej witryny…”.", "Ustaw „Mikrofon” na „Pozwalaj”.", BACK],
        ios: ["Dotknij ikony obok adresu.", "Otwórz ustawienia witryny i ustaw „Mikrofon” na „Pozwalaj”.", BACK],
      },
      microphone_missing: [
        "Podłącz mikrofon lub zestaw słuchawkowy.",
        "Sprawdź w ustawieniach dźwięku systemu, czy jest włączony.",
        BACK,
      ],
      microphone_in_use: [
        "Zamknij inne aplikacje i karty, które go używają, np. wideorozmowę.",
        "Odłącz mikrofon i podłącz go ponownie.",
        BACK,
      ],
      microphone_insecure: [
        "Przeglądarki zezwalają na mikrofon tylko na stronach zaczynających się od https.",
        "Jeśli możesz, otwórz tę stronę z https:// przed adresem.",
      ],
      microphone_blocked_by_frame: [
        "Strona wokół tego okna nie zezwala na mikrofon.",
        "Otwórz tę część w osobnej karcie, aby rozmawiać.",
      ],
    },
    tryAgain: "Wypróbuj mikrofon ponownie",
    asking: "Oczekiwanie na odpowiedź przeglądarki…",
    typeInstead: "Wolę pisać",
    openAlone: "Otwórz w osobnej karcie",
    works: "Mikrofon działa. Powiedz coś i obserwuj pasek.",
    silent:
      "Mikrofon jest włączony, ale nie dociera żaden dźwięk. Wybierz inny lub poszukaj na nim przycisku wyciszenia.",
  },

  searching: "Szuka…",
  sources: "Źródła",
  starters: "Proponowane pytania",

  copyTranscript: "Kopiuj rozmowę",
  copied: "Skopiowano",
  copyFailed: "Kopiowanie się nie udało. Zaznacz tekst i skopiuj go samodzielnie.",
  endedBecause: {
    failed: "Rozmowa została przerwana. Możesz zacząć od nowa.",
    max_duration: "Minął maksymalny czas rozmowy. Możesz zacząć od nowa.",
    credit_exhausted: "Czas pozostały na tę rozmowę został wykorzystany.",
    operator: "Rozmowę zakończył nasz zespół.",
  },
  rate: "Jak przebiegła rozmowa?",
  stars: { one: "# gwiazdka z 5", few: "# gwiazdki z 5", many: "# gwiazdek z 5", other: "# gwiazdki z 5" },
  rated: "Dziękujemy!",
  comment: "Co było dobre, a co można poprawić? (opcjonalnie)",

  reception: {
    contactTitle: "Zostaw swoje dane kontaktowe",
    name: "Imię i nazwisko",
    email: "Adres e-mail",
    phone: "Telefon",
    message: "Wiadomość",
    optional: "opcjonalnie",
    consent: "Zgadzam się na kontakt w sprawie mojego zgłoszenia.",
    sendContact: "Wyślij",
    sending: "Wysyłanie…",
    contactSent: "Dziękujemy. Mamy Twoje dane i skontaktujemy się z Tobą.",
    contactFailed: "Nie udało się wysłać danych. Sprawdź połączenie i spróbuj ponownie; nic nie przepadło.",
    contactRefused: "Dane nie zostały przyjęte. Sprawdź je i spróbuj ponownie.",
    cancel: "Anuluj",

    needName: "Skróć imię i nazwisko do 200 znaków.",
    needEmail: "Wpisz pełny adres e-mail, na przykład name@example.com.",
    needPhone: "Wpisz cały numer, same cyfry, na przykład +49 30 1234567.",
    needReach: "Wpisz adres e-mail lub numer telefonu.",
    needConsent: "Zaznacz pole, abyśmy mogli się z Tobą skontaktować.",

    closedTitle: "Teraz jest zamknięte",
    opensAt: (when) => `Otwieramy: ${when}.`,
    closedContact: "Zostaw swoje dane, a skontaktujemy się z Tobą.",

    busyTitle: "Wszystkie linie są zajęte",
    busyHelp: "Możesz poczekać tutaj. Zapytamy, gdy nadejdzie Twoja kolej.",
    wait: "Czekaj w kolejce",
    place: (place) => (place === 1 ? "Twoja kolej jest następna." : `Twoje miejsce w kolejce: ${place}.`),
    stopWaiting: "Przestań czekać",
    leaveContact: "Zostaw dane kontaktowe",
    yourTurn: "Twoja kolej",
    yourTurnHelp: "Linia czeka na Ciebie przez minutę.",
    startNow: "Zacznij teraz",
    notNow: "Nie teraz",
    queueLost: "Połączenie z kolejką zostało przerwane. Próbujemy ponownie…",
  },
};

export default texts;
