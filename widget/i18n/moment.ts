/**
 * A time to come, in the visitor's own time zone and language: by its weekday, or its date where it is far off.
 * @param at unix milliseconds
 */
export function moment(at: number, tag: string): string {
  const soon = at - Date.now() < 6 * 86_400_000;
  const day = soon ? ({ weekday: "long" } as const) : ({ day: "numeric", month: "long" } as const);
  return new Intl.DateTimeFormat(tag, { ...day, hour: "numeric", minute: "2-digit" }).format(at);
}
