/** The fields that are read here, of all server messages together. Several may come in one. */
export interface ServerMessage {
  setupComplete?: object;
  serverContent?: {
    modelTurn?: { parts?: { inlineData?: { data?: string; mimeType?: string } }[] };
    inputTranscription?: Transcription;
    interimInputTranscription?: Transcription;
    outputTranscription?: Transcription;
    interrupted?: boolean;
    generationComplete?: boolean;
    turnComplete?: boolean;
    /** Why it is, as `RESPONSE_REJECTED`. */
    turnCompleteReason?: string;
  };
  /** `type` on the wire, `voiceActivityType` behind Google's SDK. */
  voiceActivity?: { type?: string; voiceActivityType?: string };
  toolCall?: { functionCalls?: { id?: string; name?: string; args?: object }[] };
  toolCallCancellation?: { ids?: string[] };
  usageMetadata?: object;
  goAway?: { timeLeft?: string };
  sessionResumptionUpdate?: object;
}
interface Transcription {
  text?: string;
  finished?: boolean;
}

/** Signs of the recogniser, and of the model, that nobody said. */
const SIGNS = /<(?:noise|ctrl\d{1,3})>/gi;

/** The words of a transcription. */
export const wordsOf = (told: Transcription | undefined): string => {
  const words = told?.text?.replace(SIGNS, "") ?? "";
  return words === told?.text || words.trim() ? words : "";
};

export const userTurn = (text: string) => ({ role: "user", parts: [{ text }] });

/** A result must be an object: with anything else the vendor closes the connection. */
export function objectOf(output: string): object {
  try {
    const value: unknown = JSON.parse(output);
    return value && typeof value === "object" && !Array.isArray(value) ? value : { result: value };
  } catch {
    return { result: output };
  }
}
