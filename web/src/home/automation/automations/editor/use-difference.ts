import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';

type Counts = { readonly saved?: number; readonly now?: number };

/** Returns what the changes do to last week in words, once both the saved and the changed one were looked at. */
export function useDifference(isDirty: boolean) {
  const [{ saved, now }, setCounts] = useState<Counts>({});
  const onCount = (count: number | undefined) =>
    setCounts((before) => ({ saved: isDirty ? before.saved : (count ?? before.saved), now: count }));
  const difference = saved === undefined || now === undefined ? undefined : now - saved;
  return { onCount, text: difference === undefined ? '' : differenceText(difference) };
}

function differenceText(difference: number): string {
  if (difference === 0) return t`As many runs a week as before`;
  const count = Math.abs(difference);
  return difference > 0
    ? plural(count, { one: 'That is # run more a week', other: 'That is # runs more a week' })
    : plural(count, { one: 'That is # run fewer a week', other: 'That is # runs fewer a week' });
}
