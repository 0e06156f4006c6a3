import { initialState } from "@lit/task";

/** What a task reads; as if it had read nothing yet where it was aborted, since its screen is gone. */
export async function unlessGone<T>(reading: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    // Typed as the value: Lit's task takes it for its first state.
    if (signal.aborted) return initialState as T;
    throw error;
  }
}
