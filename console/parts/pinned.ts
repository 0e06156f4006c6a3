/** The tags that pin the version which this service serves now, by its hash; `null` where that is not known. */
export async function pinned(key: string): Promise<string | null> {
  try {
    const response = await fetch("/release.json");
    if (!response.ok) return null;
    const { script, integrity } = (await response.json()) as { script: string; integrity: string };
    return `<script
  type="module"
  src="${location.origin}${script}"
  integrity="${integrity}"
  crossorigin="anonymous"
></script>
<voice-widget api-key="${key}"></voice-widget>`;
  } catch {
    return null;
  }
}
