/** A device with the name that a visitor reads. */
export interface NamedDevice {
  id: string;
  name: string;
  /** The entry for the system's default device. */
  isDefault: boolean;
}

/** The devices that can be chosen. */
export interface Devices {
  microphones: NamedDevice[];
  /** Empty where the browser lets no page choose. */
  speakers: NamedDevice[];
  /** Whether the devices have names: browsers give them only once the microphone was allowed. */
  named: boolean;
}

/** Chromium's extra entries: the system's default device, and the one for calls, which is listed a second time. */
const DEFAULT = "default";
const COMMUNICATIONS = "communications";
/** Vendor and product id of a USB device at the end, and Chromium's "Default - " before a name. */
const USB_ID = /\s*\([\da-f]{4}:[\da-f]{4}\)$/i;
const PREFIX = /^[^\s-]+ - (?=\S)/;

/** A device's name without its technical parts. */
function nameOfDevice({ deviceId, label }: Pick<MediaDeviceInfo, "deviceId" | "label">): string {
  const name = label.replace(USB_ID, "");
  return deviceId === DEFAULT ? name.replace(PREFIX, "") : name;
}

/** Some shells around web views never answer: the settings are shown without devices then. Milliseconds. */
const LISTED_MS = 2_000;

/** None where the browser, or what a page has in its place, cannot list them. */
async function mediaDevices(): Promise<MediaDeviceInfo[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, LISTED_MS);
  });
  try {
    return (await Promise.race([navigator.mediaDevices?.enumerateDevices?.(), late])) ?? [];
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}

export async function listDevices(): Promise<Devices> {
  const all = await mediaDevices();
  const list = (kind: MediaDeviceKind) =>
    all
      .filter((device) => device.kind === kind && device.label && device.deviceId !== COMMUNICATIONS)
      .map((device) => ({
        id: device.deviceId,
        name: nameOfDevice(device),
        isDefault: device.deviceId === DEFAULT,
      }));
  const chooses = !!globalThis.AudioContext && "setSinkId" in AudioContext.prototype;
  const microphones = list("audioinput");
  return { microphones, speakers: chooses ? list("audiooutput") : [], named: microphones.length > 0 };
}
