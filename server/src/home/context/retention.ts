import { locationPropertyIds } from '@azulejo/catalog';
import type { Retention } from '../../state/history/index.ts';

const WEEK = 7 * 24 * 3600;

/** Where people are is kept for a week, unless the operator says otherwise of that property, or keeps all for less. */
export function withLocationRetention<Kept extends Retention>(retention: Kept): Kept {
  const seconds = Math.min(WEEK, retention.history);
  const ofProperty = locationPropertyIds.map((id): [string, number] => [id, seconds]);
  return { ...retention, historyOfProperty: new Map([...ofProperty, ...retention.historyOfProperty]) };
}
