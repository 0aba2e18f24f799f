import { locationPropertyIds } from '@azulejo/catalog';
import type { Retention } from '../../state/history/index.ts';

const WEEK = 7 * 24 * 3600;

/** Limits the retention of locations to a week, unless the operator sets one, or a shorter one for all. */
export function withLocationRetention<Kept extends Retention>(retention: Kept): Kept {
  const seconds = Math.min(WEEK, retention.history);
  const ofProperty = locationPropertyIds.map((id): [string, number] => [id, seconds]);
  return { ...retention, historyOfProperty: new Map([...ofProperty, ...retention.historyOfProperty]) };
}
