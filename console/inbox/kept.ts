/** What this browser keeps of an inbox, for one person and project. */
export interface Kept {
  /** Takes conversations. Off until somebody switches it on. */
  available: boolean;
  sound: boolean;
  shortcuts: boolean;
  /** What visitors see instead of the operator's own name; empty for that. */
  name: string;
  /** Address of a picture that visitors see; empty for none. */
  picture: string;
  answers: string[];
  /** The id of this browser as a device, while it gets messages also with the console closed. */
  device: number | null;
}

const NOTHING: Kept = {
  available: false,
  sound: true,
  shortcuts: true,
  name: "",
  picture: "",
  answers: [],
  device: null,
};

const keyOf = (project_id: number, person: string): string => `voice-widget-console:inbox:${project_id}:${person}`;

/** If the browser stores nothing, everything is as on the first use. */
export function readKept(project_id: number, person: string): Kept {
  try {
    return { ...NOTHING, ...JSON.parse(localStorage.getItem(keyOf(project_id, person)) ?? "{}") };
  } catch {
    return NOTHING;
  }
}

/** @returns whether the browser keeps it: storage may be full or switched off */
export function writeKept(project_id: number, person: string, kept: Kept): boolean {
  try {
    localStorage.setItem(keyOf(project_id, person), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** A reload keeps who has which conversation: ids, and the name that visitors see there. Of this tab alone. */
export function readJoined(project_id: number, person: string): ReadonlyMap<string, string> {
  try {
    return new Map(Object.entries(JSON.parse(sessionStorage.getItem(keyOf(project_id, person)) ?? "{}")));
  } catch {
    return new Map();
  }
}

export function writeJoined(project_id: number, person: string, joined: ReadonlyMap<string, string>): void {
  try {
    if (joined.size === 0) sessionStorage.removeItem(keyOf(project_id, person));
    else sessionStorage.setItem(keyOf(project_id, person), JSON.stringify(Object.fromEntries(joined)));
  } catch {
    // Then a reload asks to join again.
  }
}
