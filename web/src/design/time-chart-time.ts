export type HourFormat = '24h' | '12h';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Returns the formats of times in a chart, in the person's date and hour format and time zone. */
export function timesOf(
  hourFormat: HourFormat | undefined,
  timeZone: string | undefined,
  locale: string | undefined,
) {
  const hourCycle = hourFormat && ({ hourCycle: hourFormat === '24h' ? 'h23' : 'h12' } as const);
  const writer = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, ...(timeZone && { timeZone }) });
  const hour = { hour: 'numeric', minute: '2-digit', ...hourCycle } as const;
  const date = writer({ day: 'numeric', month: 'short' });
  const minute = writer(hour);
  const second = writer({ ...hour, second: '2-digit' });
  const full = writer({ ...hour, day: 'numeric', month: 'short', second: '2-digit' });
  return {
    /** Formats one time in full. */
    moment: (at: number) => full.format(at),
    /** Formats the labels of an axis whose ticks are `step` apart; the first tick of a day names the day. */
    ticks: (ticks: readonly number[], step: number) =>
      ticks.map((at, n) => {
        const day = date.format(at);
        const before = ticks[n - 1];
        if (step >= DAY || (before !== undefined && date.format(before) !== day)) return day;
        return (step < MINUTE ? second : minute).format(at);
      }),
  };
}
export type Times = ReturnType<typeof timesOf>;
