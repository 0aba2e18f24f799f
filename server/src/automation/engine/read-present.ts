import type { HomeState, PresentValue } from '@azulejo/automations';
import type { ValueAddress } from '@azulejo/contract';
import { addressKey } from '@azulejo/model';
import type { Events } from '../../telemetry/events/index.ts';
import type { Values } from '../../telemetry/values/index.ts';
import { type RunningHome, toAddress } from './running-home.ts';
import type { createValuesBefore } from './values-before.ts';

/** How much of the log behind an event is searched for later values. Nothing is that far behind but after a failure. */
const MAX_PAGES = 20;

type Dependencies = {
  values: Pick<Values, 'ofChannel'>;
  events: Pick<Events, 'readMany'>;
  valuesBefore: ReturnType<typeof createValuesBefore>;
};

/** What is read: the place in the log, and the values that are known already. */
type Question = { readonly userId: string; readonly n: number; readonly known: HomeState['values'] };

/**
 * Returns the values that the properties of a home's automations had at a place of its log, of those that are not known
 * yet.
 *
 * 1. Read the present values.
 * 2. Those that were reported after that place are replaced by the ones before, since the later ones follow in the log.
 */
export function createReadPresent({ values, events, valuesBefore }: Dependencies) {
  async function present(missing: ReadonlyMap<string, ValueAddress>): Promise<Map<string, PresentValue>> {
    const found = new Map<string, PresentValue>();
    for (const channel of new Set(missing.values().map(({ channelId }) => channelId))) {
      for (const { componentId, propertyId, data, timestamp } of await values.ofChannel(channel)) {
        const address = { channel, component: componentId, property: propertyId };
        const key = addressKey(address);
        if (missing.has(key)) found.set(key, { ...address, data, since: timestamp, reported: timestamp });
      }
    }
    return found;
  }

  /** Returns when each property was first reported after a position of the log, if it was reported. */
  async function laterReports(
    userId: string,
    n: number,
    properties: readonly ValueAddress[],
  ): Promise<Map<string, { address: ValueAddress; at: number }>> {
    const first = new Map<string, { address: ValueAddress; at: number }>();
    for (let [after, pages] = [n, 0]; pages < MAX_PAGES; pages += 1) {
      const [page] = await events.readMany([{ userId, after, properties }]);
      for (const { type, at, channelId, componentId, propertyId } of page?.events ?? []) {
        const address = { channelId, componentId, propertyId };
        const key = addressKey(toAddress(address));
        if (type === 'value' && !first.has(key)) first.set(key, { address, at });
      }
      if (!page || page.hasGap || page.to === page.last) break;
      after = page.to;
    }
    return first;
  }

  return async (home: RunningHome, { userId, n, known }: Question): Promise<PresentValue[]> => {
    const missing = missingOf(home, known);
    if (missing.size === 0) return [];
    const found = await present(missing);
    for (const [key, { address, at }] of await laterReports(userId, n, [...missing.values()])) {
      const [before] = await valuesBefore(userId, [toAddress(address)], at);
      if (before) found.set(key, before);
      else found.delete(key);
    }
    return [...found.values()];
  };
}

const missingOf = (
  { home: { names }, needed }: RunningHome,
  known: HomeState['values'],
): ReadonlyMap<string, ValueAddress> =>
  new Map(
    needed
      .map((address) => [addressKey(toAddress(address)), address] as const)
      .filter(([key]) => names.has(key) && !Object.hasOwn(known, key)),
  );
