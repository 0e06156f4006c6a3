import { callObject, type ObjectStub } from "../call-object.ts";
import type { PassageVectorsRpc } from "./rpc.ts";

export interface VectorBindings {
  PASSAGE_VECTORS: { getByName(name: string): unknown };
}

/** Calls the object that keeps a project's vectors; all its calls are safe to repeat. */
export const callVectors = <T>(
  { PASSAGE_VECTORS }: VectorBindings,
  project_id: number,
  call: (vectors: ObjectStub<PassageVectorsRpc>) => Promise<T>,
): Promise<T> => callObject(() => PASSAGE_VECTORS.getByName(String(project_id)) as ObjectStub<PassageVectorsRpc>, call);
