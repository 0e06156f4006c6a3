import { callObject, type ObjectStub } from "../call-object.ts";
import type { ProjectVolumeRpc } from "./volume-rpc.ts";

export interface VolumeBindings {
  PROJECT_VOLUME: { getByName(name: string): unknown };
}

export type VolumeStub = ObjectStub<ProjectVolumeRpc>;

/** Calls a volume of a project by its number. */
export type CallVolume = <T>(
  project_id: number,
  volume: number,
  call: (volume: VolumeStub) => Promise<T>,
) => Promise<T>;

export const volumesIn =
  ({ PROJECT_VOLUME }: VolumeBindings): CallVolume =>
  (project_id, volume, call) =>
    callObject(() => PROJECT_VOLUME.getByName(`${project_id}/${volume}`) as VolumeStub, call);
