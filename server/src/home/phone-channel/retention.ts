import { locationPropertyIds, PLACE_PROPERTY } from '@azulejo/catalog';
import type { Retention } from '../../telemetry/history/index.ts';

const WEEK = 7 * 24 * 3600;

const MONTH = 30 * 24 * 3600;

/**
 * Limits the retention of locations to a week, and of the places derived from them to a month, unless the operator
 * sets another, or a shorter one for all.
 */
export function withLocationRetention<T extends Retention>(retention: T): T {
  const atMost = (seconds: number) => Math.min(seconds, retention.history);
  const ofProperty: [string, number][] = [
    ...locationPropertyIds.map((id): [string, number] => [id, atMost(WEEK)]),
    [PLACE_PROPERTY, atMost(MONTH)],
  ];
  return { ...retention, historyOfProperty: new Map([...ofProperty, ...retention.historyOfProperty]) };
}
