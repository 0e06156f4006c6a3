/** What is said in a language: by the agent, by who interrupts it, and by who only listens. */
type Words = Record<string, { agent: string[]; visitor: string[]; listener: string[] }>;

export const WORDS: Words = {
  "en-us": {
    agent: [
      "Our bakery opens at seven in the morning, and we close at six in the evening, except on Sundays, when we rest.",
      "Your order was shipped yesterday, and it should arrive on Thursday. Shall I send you the tracking number?",
    ],
    visitor: [
      "Wait, I wanted to ask about something else.",
      "No, stop please. I need the return address.",
      "Hold on, can you repeat that?",
    ],
    listener: ["mhm", "yes", "okay"],
  },
  de: {
    agent: [
      "Unsere Bäckerei öffnet um sieben Uhr morgens und schließt um achtzehn Uhr, außer am Sonntag, da ruhen wir uns aus.",
      "Ihre Bestellung wurde gestern verschickt und sollte am Donnerstag ankommen. Soll ich Ihnen die Nummer schicken?",
    ],
    visitor: [
      "Moment, ich wollte eigentlich etwas anderes fragen.",
      "Nein, halt bitte. Ich brauche die Adresse.",
      "Warten Sie, können Sie das wiederholen?",
    ],
    listener: ["mhm", "ja", "okay"],
  },
  fr: {
    agent: [
      "Notre boulangerie ouvre à sept heures du matin et ferme à dix-huit heures, sauf le dimanche, où nous nous reposons.",
      "Votre commande a été expédiée hier et devrait arriver jeudi. Voulez-vous que je vous envoie le numéro de suivi ?",
    ],
    visitor: [
      "Attendez, je voulais demander autre chose.",
      "Non, arrêtez s’il vous plaît. Il me faut l’adresse.",
      "Un instant, pouvez-vous répéter ?",
    ],
    listener: ["hmm", "oui", "d’accord"],
  },
  es: {
    agent: [
      "Nuestra panadería abre a las siete de la mañana y cierra a las seis de la tarde, excepto los domingos, que descansamos.",
      "Su pedido fue enviado ayer y debería llegar el jueves. ¿Quiere que le mande el número de seguimiento?",
    ],
    visitor: [
      "Espere, quería preguntar otra cosa.",
      "No, pare por favor. Necesito la dirección.",
      "Un momento, ¿puede repetirlo?",
    ],
    listener: ["ajá", "sí", "vale"],
  },
};

/** Said in calls that no setting of the guard was chosen by. */
export const HELD_OUT_WORDS: Words = {
  it: {
    agent: [
      "La nostra panetteria apre alle sette del mattino e chiude alle diciotto, tranne la domenica, quando riposiamo.",
      "Il suo ordine è stato spedito ieri e dovrebbe arrivare giovedì. Vuole che le mandi il numero di spedizione?",
    ],
    visitor: [
      "Aspetti, volevo chiedere un’altra cosa.",
      "No, si fermi per favore. Mi serve l’indirizzo.",
      "Un momento, può ripetere?",
    ],
    listener: ["sì", "okay", "va bene"],
  },
  pl: {
    agent: [
      "Nasza piekarnia otwiera się o siódmej rano i zamyka o osiemnastej, z wyjątkiem niedziel, kiedy odpoczywamy.",
      "Zamówienie zostało wysłane wczoraj i powinno dotrzeć w czwartek. Czy wysłać numer przesyłki?",
    ],
    visitor: [
      "Chwileczkę, chciałem zapytać o coś innego.",
      "Nie, proszę przestać. Potrzebuję adresu.",
      "Proszę poczekać, czy można powtórzyć?",
    ],
    listener: ["tak", "okej", "dobrze"],
  },
  tr: {
    agent: [
      "Fırınımız sabah yedide açılır ve akşam altıda kapanır, dinlendiğimiz pazar günleri hariç.",
      "Siparişiniz dün gönderildi ve perşembe günü ulaşması gerekiyor. Takip numarasını göndereyim mi?",
    ],
    visitor: [
      "Bekleyin, başka bir şey soracaktım.",
      "Hayır, durun lütfen. Adrese ihtiyacım var.",
      "Bir dakika, tekrar eder misiniz?",
    ],
    listener: ["evet", "okey", "tamam"],
  },
};
