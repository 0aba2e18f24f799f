import { barPeriod, sumOf } from './bars.ts';
import { type EnergyOf, useEnergy } from './use-energy.ts';

export type Today = {
  /** What was used today; undefined until it is loaded. */
  readonly energy: EnergyOf | undefined;
  /** What was used yesterday up to the same time, in kWh. */
  readonly usedYesterday: number | undefined;
  readonly error: Error | null;
};

/** Loads what the home or a device used today by hour, and yesterday up to this time. */
export function useToday(channel?: string): Today {
  const now = Date.now();
  const today = barPeriod('hour', now);
  const yesterday = barPeriod('hour', now, -1);
  const { data, error } = useEnergy({ kind: 'hour', from: yesterday.from, to: today.to, channel });
  const bars = data?.bars ?? [];
  const before = sumOf(
    bars.filter(({ from }) => from < today.from),
    yesterday.from + (now - today.from),
  );
  return {
    energy: data && { ...data, bars: bars.filter(({ from }) => from >= today.from) },
    usedYesterday: before.used,
    error,
  };
}
