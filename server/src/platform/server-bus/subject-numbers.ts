import { createLruCache } from '../lru-cache.ts';

/** How many subjects are numbered at a time. Numbers of one that is used again after it was forgotten begin at 1. */
export const MAX_SUBJECTS = 50_000;

/** Numbers batches by their subject, because not every server receives every subject. */
export function createSubjectNumbers() {
  const last = createLruCache<number>(MAX_SUBJECTS);
  return {
    next(subject: string): number {
      const number = (last.get(subject) ?? 0) + 1;
      last.set(subject, number);
      return number;
    },
  };
}
