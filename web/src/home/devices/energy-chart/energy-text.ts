import type { Reading } from '../../kit/formats/reading.ts';

/** Returns the figure of an energy in kWh, such as `3.42`. */
export function energyFigure(kWh: number | undefined, { locale }: Pick<Reading, 'locale'>): string {
  if (kWh === undefined) return '–';
  const digits = Math.abs(kWh) >= 100 ? 0 : Math.abs(kWh) >= 10 ? 1 : 2;
  return kWh.toLocaleString(locale, { maximumFractionDigits: digits });
}

/** Returns energy as text, such as `3.42 kWh`. */
export const energyText = (kWh: number | undefined, reading: Pick<Reading, 'locale'>): string =>
  kWh === undefined ? '–' : `${energyFigure(kWh, reading)} kWh`;

/** Returns an amount of money in its currency; undefined without one. */
export const costText = (
  cost: number | undefined,
  currency: string | undefined,
  { locale }: Pick<Reading, 'locale'>,
): string | undefined =>
  cost === undefined || currency === undefined
    ? undefined
    : cost.toLocaleString(locale, { style: 'currency', currency });

/** Returns a share as text, such as `12 %`, with the space that units have. */
export const percentText = (share: number, { locale }: Pick<Reading, 'locale'>): string =>
  `${Math.round(share * 100).toLocaleString(locale)}\u00a0%`;
