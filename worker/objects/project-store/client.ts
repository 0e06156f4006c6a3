import { callObject, type ObjectStub } from "../call-object.ts";
import type { ProjectStoreRpc } from "./rpc.ts";

export interface StoreBindings {
  PROJECT_STORE: { getByName(name: string): unknown };
}

export type StoreStub = ObjectStub<ProjectStoreRpc>;

/** A project's store, for what must not be repeated. */
export const storeOf = ({ PROJECT_STORE }: StoreBindings, project_id: number): StoreStub =>
  PROJECT_STORE.getByName(String(project_id)) as StoreStub;

/** Calls a project's store; all of its methods but `count` are safe to repeat. */
export const callStore = <T>(
  bindings: StoreBindings,
  project_id: number,
  call: (store: StoreStub) => Promise<T>,
): Promise<T> => callObject(() => storeOf(bindings, project_id), call);
