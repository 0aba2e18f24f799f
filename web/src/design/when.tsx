import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Returns the locale of dates in the page's language; in English the day comes before the month. */
const dateLocale = (): string => (i18n.locale === 'en' ? 'en-GB' : i18n.locale);

/** Replaces the wire's offset `+0000`, which some browsers cannot parse. */
export const toTime = (timestamp: string): number => Date.parse(timestamp.replace(/\+0000$/, 'Z'));

export const exactTime = (timestamp: string): string =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(
    toTime(timestamp),
  );

function fromNow(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000);
  const [unit, length] = units.find(([, each]) => Math.abs(seconds) >= each) ?? [undefined, 1];
  if (unit === undefined) return t`just now`;
  const relative = new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'auto' });
  return relative.format(Math.round(seconds / length), unit);
}

/**
 * Shows how long ago or until when. The exact time is in the tooltip, and in the element for screen readers.
 */
export function When({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 30_000, { autoInvoke: true });
  return (
    <time dateTime={new Date(toTime(at)).toISOString()} title={exactTime(at)}>
      {fromNow(toTime(at), now)}
    </time>
  );
}
