import { type BarKind, barKinds } from '../../devices/energy-chart/bars.ts';

/** The search parameters of the energy page: the bars, the period, and whose energy. */
export type EnergySearch = {
  readonly bars?: BarKind;
  /** A date of the period, such as `2026-03-14`; today without it. */
  readonly on?: string;
  /** An area's id. */
  readonly room?: string;
  /** A channel id. */
  readonly device?: string;
};

const DATE = /^\d{4}-\d{2}-\d{2}$/;

const idOf = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== ''
    ? String(value).slice(0, 64)
    : undefined;

/** Reads the search parameters. Invalid ones become undefined: the router would keep those that are left out. */
export function readEnergySearch({ bars, on, room, device }: Record<string, unknown>): EnergySearch {
  const kind = barKinds.find((each) => each === bars);
  return {
    bars: kind === 'hour' ? undefined : kind,
    on: typeof on === 'string' && DATE.test(on) && !Number.isNaN(Date.parse(on)) ? on : undefined,
    room: idOf(room),
    device: room === undefined ? idOf(device) : undefined,
  };
}

/** Returns the beginning of that day in the local time zone. */
export function momentOf(on: string | undefined, now: number): number {
  if (on === undefined) return now;
  const [year = 0, month = 1, day = 1] = on.split('-').map(Number);
  return Math.min(now, new Date(year, month - 1, day).getTime());
}

/** Returns the date of a moment here, as the address has it. */
export function dateOf(moment: number): string {
  const date = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
