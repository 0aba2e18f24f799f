import type { Client } from '@azulejo/sdk';
import { barPeriod, barsOf, sumOf } from '../energy-chart/bars.ts';

/** Reads what a device counted since midnight in kWh, by the same rule as its page and the energy page. */
export async function readToday(
  client: Client,
  channel: string,
  signal: AbortSignal,
): Promise<number | null> {
  const { from, to } = barPeriod('hour', Date.now());
  const { timeZone: tz } = new Intl.DateTimeFormat().resolvedOptions();
  const period = { from: String(from), to: String(to), tz };
  const { bars } = await client.energy.read(
    { user_id: 'me', interval: 'hour', channel, ...period },
    { signal },
  );
  const { used, produced } = sumOf(barsOf(bars, to));
  return used ?? produced ?? null;
}
