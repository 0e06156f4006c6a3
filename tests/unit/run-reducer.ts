/** Frozen with all that is in it, so that a reducer that changes what it was given fails. */
function frozen<Value>(value: Value): Value {
  if (!value || typeof value !== "object" || Object.isFrozen(value)) return value;
  if (value instanceof Map) {
    const refuse = () => {
      throw new Error("A reducer changed a map that it was given");
    };
    Object.assign(value, { set: refuse, delete: refuse, clear: refuse });
    for (const inside of value.values()) frozen(inside);
  }
  if (value && typeof value === "object" && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** Inputs one after another, from a state. @returns the last state, and each input's effects */
export function runReducer<State, Input, Effect>(
  reduce: (state: State, input: Input) => [State, Effect[]],
  state: State,
  inputs: readonly Input[],
): [State, Effect[][]] {
  let last = frozen(state);
  const effects = inputs.map((input) => {
    const [next, wanted] = reduce(last, frozen(input));
    last = frozen(next);
    return wanted;
  });
  return [last, effects];
}

/** The names of what is emitted, and of what else is to be done. */
export const namesOf = (effects: readonly (readonly [string, ...unknown[]])[]): string[] =>
  effects.map(([name, value]) => (name === "emit" ? (value as { type: string }).type : name));
