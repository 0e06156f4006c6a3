/**
 * What the visitor, or a setting, says of the microphone: `state` tells it, and `change` that it is another. Null or undefined
 * where the browser does not tell, or where what a page has in its place throws.
 */
export async function microphonePermission(): Promise<PermissionStatus | null | undefined> {
  try {
    return await navigator.permissions.query({ name: "microphone" as PermissionName });
  } catch {
    return null;
  }
}
