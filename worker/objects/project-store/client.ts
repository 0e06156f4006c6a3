import { callObject, type ObjectStub } from "../call-object.ts";
import type { ProjectStoreRpc } from "./rpc.ts";

export interface StoreBindings {
  PROJECT_STORE: { getByName(name: string): unknown };
}

export type StoreStub = ObjectStub<ProjectStoreRpc>;

/** A project's store, for what must not be repeated. */
export const storeOf = ({ PROJECT_STORE }: StoreBindings, project_id: number): StoreStub =>
  PROJECT_STORE.getByName(String(project_id)) as StoreStub;

/**
 * Calls a project's store; all of its methods but `count` and `ask` are safe to repeat.
 * @param call its second argument is whether this is the first attempt
 */
export const callStore = <T>(
  bindings: StoreBindings,
  project_id: number,
  call: (store: StoreStub, first: boolean) => Promise<T>,
): Promise<T> => callObject(() => storeOf(bindings, project_id), call);

/**
 * As `callStore`, for callers who cannot wait longer than so many milliseconds.
 * @throws what the store threw, or that it did not answer in time: it may have done what it was asked all the same
 */
export async function callStoreWithin<T>(
  limit: number,
  bindings: StoreBindings,
  project_id: number,
  call: (store: StoreStub, first: boolean) => Promise<T>,
): Promise<T> {
  const answered = new AbortController();
  const late = scheduler.wait(limit, { signal: answered.signal }).then(() => {
    throw new Error("The project's store did not answer in time");
  });
  late.catch(() => {});
  try {
    return await Promise.race([callStore(bindings, project_id, call), late]);
  } finally {
    answered.abort();
  }
}
