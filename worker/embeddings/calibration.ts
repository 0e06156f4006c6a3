import type { Embedder } from "./embedder.ts";

/**
 * Cosines of one model cannot be compared with another's: where one gives 0.3 to what answers, another gives 0.7. So each
 * model is first asked about these questions, which have one answer each.
 */
const PAIRS: readonly (readonly [question: string, answer: string])[] = [
  ["Can I bring my dog?", "Pets. Dogs and cats are welcome in all rooms, on a leash. We charge ten euros a night."],
  [
    "When do you open on Sundays?",
    "Opening hours. Monday to Saturday from nine to six. We are closed on Sundays and holidays.",
  ],
  [
    "My parcel has not arrived",
    "Delivery. Orders arrive within three days. If yours is late, follow it with its tracking number.",
  ],
  [
    "I forgot my password",
    "Signing in. Choose “Reset password” and we send you an email with a link to set a new one.",
  ],
  [
    "How do I get my money back?",
    "Returns. Send the item back within 30 days and we refund the full price to your card.",
  ],
  [
    "Is there somewhere to leave the car?",
    "Parking. There are 40 spaces behind the building; the first two hours are free.",
  ],
  [
    "Do you have anything without meat?",
    "Menu. Our kitchen cooks vegetarian and vegan dishes every day, such as lentil curry.",
  ],
  [
    "How do I connect to a database?",
    "Connections. Pass the host, the port and the user to connect() and wait for the ready event.",
  ],
  [
    "How many days off do I get?",
    "Vacation. Every employee has 28 days of paid leave a year, to be agreed with the team.",
  ],
  [
    "The screen stays black",
    "Troubleshooting. If the display shows nothing, check the power cable and hold the button for ten seconds.",
  ],
];

/** Questions about ten different things. */
export const UNLIKE_QUESTIONS: readonly string[] = PAIRS.map(([question]) => question);

/** A model that gives the same vector to everything tells nothing. */
const LEAST_DEVIATION = 0.01;

/**
 * A model's cosines between questions and passages that do not answer them: their mean, and how far they scatter. What lies
 * many times as far above the mean answers; a model that tells meanings apart well scatters little.
 */
export interface Calibration {
  mean: number;
  deviation: number;
}

const cosine = (one: readonly number[], other: readonly number[]): number => {
  const dot = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  return dot / (Math.hypot(...one) * Math.hypot(...other) || 1);
};

function scatterOf(cosines: readonly number[]): Calibration {
  const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
  const deviation = Math.sqrt(cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / cosines.length);
  return { mean, deviation: Math.max(deviation, LEAST_DEVIATION) };
}

/** @throws EmbeddingFailure where the model does not answer */
export async function calibrate({ embed }: Embedder, dimensions: number, signal: AbortSignal): Promise<Calibration> {
  const cut = (vectors: number[][]) => vectors.map((vector) => vector.slice(0, dimensions));
  const [questions, answers] = await Promise.all([
    embed(
      PAIRS.map(([question]) => question),
      "question",
      signal,
    ).then(cut),
    embed(
      PAIRS.map(([, answer]) => answer),
      "passage",
      signal,
    ).then(cut),
  ]);
  const unrelated = questions.flatMap((question, row) =>
    answers.filter((_, column) => column !== row).map((answer) => cosine(question, answer)),
  );
  return scatterOf(unrelated);
}

/** What a model gives to two questions about different things. @param vectors of `UNLIKE_QUESTIONS` */
export const calibrateQuestions = (vectors: readonly (readonly number[])[]): Calibration =>
  scatterOf(vectors.flatMap((one, at) => vectors.slice(at + 1).map((other) => cosine(one, other))));
