export const operator = (_c: unknown, next: () => Promise<void>) => next();
export const operatorOnly = (_c: unknown, next: () => Promise<void>) => next();
