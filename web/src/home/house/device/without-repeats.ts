import type { Activity } from '@azulejo/contract';

/**
 * Removes repeated reports of the same value, newest first: nothing happened then. Of numbers of one property that a
 * device reports one after another, such as the position of its valve, the newest stays.
 */
export function withoutRepeats<Each extends { readonly by: Activity['by']; readonly data?: unknown }>(
  elements: readonly Each[],
  keyOf: (element: Each) => string,
): Each[] {
  const later = new Map<string, Each>();
  const repeats = new Set<Each>();
  let previous: Each | undefined;
  for (const element of elements) {
    const key = keyOf(element);
    const next = later.get(key);
    if (next?.by.type === 'device' && JSON.stringify(next.data) === JSON.stringify(element.data))
      repeats.add(next);
    if (previous && previous === next && isReportedNumber(previous) && isReportedNumber(element))
      repeats.add(element);
    later.set(key, element);
    previous = element;
  }
  return elements.filter((element) => !repeats.has(element));
}

const isReportedNumber = ({ by, data }: { readonly by: Activity['by']; readonly data?: unknown }): boolean =>
  by.type === 'device' && typeof data === 'number';
