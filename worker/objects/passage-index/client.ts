import { callObject, type ObjectStub } from "../call-object.ts";
import type { PassageIndexRpc } from "./rpc.ts";

export interface IndexBindings {
  PASSAGE_INDEX: { getByName(name: string): unknown };
}

/** Calls the object that keeps a project's passages; all its calls are safe to repeat. */
export const callIndex = <T>(
  { PASSAGE_INDEX }: IndexBindings,
  project_id: number,
  call: (index: ObjectStub<PassageIndexRpc>) => Promise<T>,
): Promise<T> => callObject(() => PASSAGE_INDEX.getByName(String(project_id)) as ObjectStub<PassageIndexRpc>, call);
