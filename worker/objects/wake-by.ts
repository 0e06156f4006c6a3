/** Sets an object's alarm to a time, unix milliseconds, unless it is set to an earlier one. */
export async function wakeBy(storage: DurableObjectStorage, time: number): Promise<void> {
  const alarm = await storage.getAlarm();
  if (alarm === null || alarm > time) await storage.setAlarm(time);
}
