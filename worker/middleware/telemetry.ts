export const telemetry = (_c: unknown, next: () => Promise<void>) => next();
