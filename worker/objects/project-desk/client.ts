import { callObject, type ObjectStub } from "../call-object.ts";
import { type ProjectDeskRpc, SOCKET_HEADER, type SocketOwner } from "./rpc.ts";

export interface DeskBindings {
  PROJECT_DESK: { getByName(name: string): unknown };
}

/** Calls a project's desk. */
export const callDesk = <T>(
  { PROJECT_DESK }: DeskBindings,
  project_id: number,
  call: (desk: ObjectStub<ProjectDeskRpc>) => Promise<T>,
): Promise<T> => callObject(() => PROJECT_DESK.getByName(String(project_id)) as ObjectStub<ProjectDeskRpc>, call);

/** Lets a socket in. @returns the desk's answer: 101 with the socket, or why it refuses */
export const openSocket = ({ PROJECT_DESK }: DeskBindings, project_id: number, owner: SocketOwner): Promise<Response> =>
  (PROJECT_DESK.getByName(String(project_id)) as Fetcher).fetch("https://desk/", {
    headers: { Upgrade: "websocket", [SOCKET_HEADER]: encodeURIComponent(JSON.stringify(owner)) },
  });

/** Tells each project's desk of what is its own. */
export async function callDesks<Item extends { project_id: number }>(
  bindings: DeskBindings,
  items: readonly Item[],
  call: (desk: ObjectStub<ProjectDeskRpc>, own: Item[]) => Promise<void>,
): Promise<void> {
  const projects = new Set(items.map(({ project_id }) => project_id));
  await Promise.all(
    [...projects].map((id) =>
      callDesk(bindings, id, (desk) =>
        call(
          desk,
          items.filter(({ project_id }) => project_id === id),
        ),
      ),
    ),
  );
}
