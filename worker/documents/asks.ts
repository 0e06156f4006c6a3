/** Question words in the languages that visitors type most. */
const ASKS =
  /[?？؟]\s*$|^\s*(what|when|where|who|whom|whose|why|which|how|is|are|do|does|did|can|could|may|will|would|tell me|was|wann|wo|wer|wie|warum|welche|gibt|habt|kann|quel|quand|où|comment|combien|cu[aá]ndo|d[oó]nde|c[oó]mo|qu[eé])\b/iu;

/** Whether a visitor's text is a question that the site's pages might answer. */
export const isQuestion = (text: string): boolean => ASKS.test(text);

/** What people ask of the conversation itself, and of whom they talk to: no page answers it. */
const SMALL_TALK =
  /^[\s¿¡"']{0,4}(?:(?:hello|hi|hallo|hola|ok|okay)[\s,.!]{1,4})?(how are you|how('s| is) it going|(can|do) you (hear|understand) me|are you (there|still there|a (robot|bot|human|person))|(who|what) are you|what('s| is) your name|what (did you say|was that)|could you (repeat|say)|(hörst|horst|verstehst|hören|verstehen) (du|sie) mich|wie geht('s| es)|wer (bist du|sind sie)|wie hei(ß|ss)|bist du|sind sie (ein|noch)|(me (oyes|escuchas|entiendes)|cómo estás|cómo te llamas|quién eres|estás ahí)|(tu m'|vous m')?(entends|entendez)|(qui|comment) (es-tu|êtes-vous|vas-tu|allez-vous))/iu;

export const isSmallTalk = (text: string): boolean => SMALL_TALK.test(text);
