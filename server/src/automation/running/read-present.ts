import type { Home, HomeState, PresentValue } from '@azulejo/agents';
import { addressKey } from '@azulejo/model';
import type { Values } from '../../state/values/index.ts';
import type { RunningHome } from './running-home.ts';

/** Returns the present values of the properties that a home's agents name and whose values are not known yet. */
export function createReadPresent(values: Pick<Values, 'ofChannel'>) {
  return async (
    { home, needed }: RunningHome,
    known: HomeState['values'] | undefined,
  ): Promise<PresentValue[]> => {
    const missing = missingOf(home, known);
    const channels = new Set<string>();
    for (const { channelId: channel, componentId: component, propertyId: property } of needed)
      if (missing.has(addressKey({ channel, component, property }))) channels.add(channel);
    const found: PresentValue[] = [];
    for (const channel of channels) {
      for (const { componentId, propertyId, data, timestamp } of await values.ofChannel(channel)) {
        const address = { channel, component: componentId, property: propertyId };
        if (missing.has(addressKey(address)))
          found.push({ ...address, data, since: timestamp, reported: timestamp });
      }
    }
    return found;
  };
}

const missingOf = ({ names }: Home, known: HomeState['values'] | undefined): ReadonlySet<string> =>
  new Set([...names].filter((key) => !known || !Object.hasOwn(known, key)));
