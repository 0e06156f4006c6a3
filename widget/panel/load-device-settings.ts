type DeviceSettingsChunk = typeof import("./views/device-settings.ts");

/** Asked for when the visitor opens the sound settings; null while it cannot be had. */
export async function loadDeviceSettings(): Promise<DeviceSettingsChunk | null> {
  try {
    return await import("./views/device-settings.ts");
  } catch {
    return null;
  }
}
