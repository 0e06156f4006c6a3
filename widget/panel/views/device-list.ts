/** A device as a visitor knows it. */
export interface NamedDevice {
  id: string;
  name: string;
  /** What the system has chosen, whatever that is. */
  isDefault: boolean;
}

/** What can be chosen from. */
export interface Devices {
  microphones: NamedDevice[];
  /** Only where the browser lets a page choose. */
  speakers: NamedDevice[];
  /** Browsers name the devices only once the microphone was allowed. */
  named: boolean;
}

/** Chromium's own entries: the system's choice under its name, and the one for calls, which is one of the others. */
const DEFAULT = "default";
const COMMUNICATIONS = "communications";
/** Maker and model of a USB device, and the words before a name that say what its id says. */
const USB_ID = /\s*\([\da-f]{4}:[\da-f]{4}\)$/i;
const PREFIX = /^[^\s-]+ - (?=\S)/;

/** A device's name without what only machines read. */
export function nameOfDevice({ deviceId, label }: Pick<MediaDeviceInfo, "deviceId" | "label">): string {
  const name = label.replace(USB_ID, "");
  return deviceId === DEFAULT ? name.replace(PREFIX, "") : name;
}

export async function listDevices(): Promise<Devices> {
  const all = (await navigator.mediaDevices?.enumerateDevices?.().catch(() => [])) ?? [];
  const list = (kind: MediaDeviceKind) =>
    all
      .filter((device) => device.kind === kind && device.label && device.deviceId !== COMMUNICATIONS)
      .map((device) => ({
        id: device.deviceId,
        name: nameOfDevice(device),
        isDefault: device.deviceId === DEFAULT,
      }));
  const chooses = "setSinkId" in AudioContext.prototype;
  const microphones = list("audioinput");
  return { microphones, speakers: chooses ? list("audiooutput") : [], named: microphones.length > 0 };
}
