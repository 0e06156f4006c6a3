/**
 * What an isolate remembers of an object, made when it is first asked for: it goes with the object.
 * @param make what is remembered at first
 */
export function memoryOf<Of extends object, Memory>(make: (of: Of) => Memory): (of: Of) => Memory {
  const memories = new WeakMap<Of, Memory>();
  return (of) => {
    const memory = memories.get(of);
    if (memory !== undefined) return memory;
    const made = make(of);
    memories.set(of, made);
    return made;
  };
}
