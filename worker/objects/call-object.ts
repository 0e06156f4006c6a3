/** A Durable Object as its callers see it: every method returns a promise of a copy. */
export type ObjectStub<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never;
};

/**
 * Calls a Durable Object. A call that fails on the way, as during a deploy, is repeated once with a new stub, since the
 * old one no longer works. So use it only for calls that are safe to repeat. An overloaded object is not asked again.
 * @param call its second argument is whether this is the first attempt
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
