import type { EnergyCounter } from '@azulejo/contract';

/** The energy that a device or a room used, in kWh. */
export type Share = {
  readonly id: string;
  readonly name: string;
  readonly used: number;
  readonly cost: number | undefined;
};

export type Place = { readonly name: string; readonly room?: { readonly id: string; readonly name: string } };

export type Shares = {
  readonly devices: readonly Share[];
  readonly rooms: readonly Share[];
  /** The energy that meters of the home counted beyond the devices; absent without a meter. */
  readonly rest?: Pick<Share, 'used' | 'cost'>;
  /** The energy of everything. */
  readonly total: number;
};

type Sum = { used: number; cost: number | undefined };

const add = (sum: Sum, { consumed = 0, cost }: EnergyCounter): Sum => ({
  used: sum.used + consumed,
  cost: cost === undefined ? sum.cost : (sum.cost ?? 0) + cost,
});
const NOTHING: Sum = { used: 0, cost: undefined };

/** Shares what was used among devices and rooms, the largest first. Meters of the home are the whole, if it has any. */
export function sharesOf(
  counters: readonly EnergyCounter[],
  placeOf: (channel: string) => Place | undefined,
): Shares {
  const used = counters.filter(({ consumed }) => consumed !== undefined);
  const own = used.filter(({ measures }) => measures === 'device');
  const meters = used.filter(({ measures }) => measures === 'home');
  const measured = own.reduce(add, NOTHING);
  const whole = meters.length > 0 ? meters.reduce(add, NOTHING) : measured;
  const rest = {
    used: Math.max(0, whole.used - measured.used),
    cost: whole.cost === undefined ? undefined : Math.max(0, whole.cost - (measured.cost ?? 0)),
  };
  return {
    devices: grouped(own, ({ channel }) => ({ id: channel, name: placeOf(channel)?.name ?? '' })),
    rooms: grouped(own, ({ channel }) => placeOf(channel)?.room),
    ...(meters.length > 0 && own.length > 0 && { rest }),
    total: Math.max(whole.used, measured.used),
  };
}

function grouped(
  counters: readonly EnergyCounter[],
  groupOf: (counter: EnergyCounter) => { id: string; name: string } | undefined,
): Share[] {
  const shares = new Map<string, Share>();
  for (const counter of counters) {
    const group = groupOf(counter);
    if (!group) continue;
    const known = shares.get(group.id);
    shares.set(group.id, { ...group, ...add(known ?? NOTHING, counter) });
  }
  return [...shares.values()].toSorted((one, other) => other.used - one.used);
}
