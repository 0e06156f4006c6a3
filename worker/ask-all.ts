/** Asks of each item, so many at once. @returns what became of each, in their order */
export async function askAll<Item, Answer>(
  items: readonly Item[],
  at_once: number,
  ask: (item: Item) => Promise<Answer>,
): Promise<PromiseSettledResult<Answer>[]> {
  const results: PromiseSettledResult<Answer>[] = [];
  for (let from = 0; from < items.length; from += at_once)
    results.push(...(await Promise.allSettled(items.slice(from, from + at_once).map(ask))));
  return results;
}

export const answersOf = <Answer>(results: readonly PromiseSettledResult<Answer>[]): Answer[] =>
  results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));

export const errorsOf = (results: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
