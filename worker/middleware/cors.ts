export const cors = (_c: unknown, next: () => Promise<void>) => next();
