import type { Activity } from '@azulejo/contract';

/** Removes repeated reports of the same value, newest first: nothing happened then. */
export function withoutRepeats<Each extends { readonly by: Activity['by']; readonly data?: unknown }>(
  elements: readonly Each[],
  keyOf: (element: Each) => string,
): Each[] {
  const later = new Map<string, Each>();
  const repeats = new Set<Each>();
  for (const element of elements) {
    const key = keyOf(element);
    const next = later.get(key);
    if (next?.by.type === 'device' && JSON.stringify(next.data) === JSON.stringify(element.data))
      repeats.add(next);
    later.set(key, element);
  }
  return elements.filter((element) => !repeats.has(element));
}
