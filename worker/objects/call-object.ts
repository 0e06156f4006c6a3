/** A Durable Object as it is called from outside: every answer is a copy that comes later. */
export type ObjectStub<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never;
};

/**
 * Calls a Durable Object. A call that broke on the way, as when a new version is deployed, is made once more with a new
 * stub, since the old one no longer works; so use it only for calls that are safe to repeat. An overloaded object is
 * left alone.
 * @param call Is told whether this is the first try.
 */
export async function callObject<Stub, T>(
  getStub: () => Stub,
  call: (stub: Stub, first: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await call(getStub(), true);
  } catch (error) {
    const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean };
    if (!retryable || overloaded) throw error;
    return call(getStub(), false);
  }
}
