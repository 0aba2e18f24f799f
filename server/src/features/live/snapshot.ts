import { valueTopic } from '@azulejo/contract';
import { matchesFilter } from '../../platform/mqtt/index.ts';
import type { Channels } from '../channels/index.ts';
import type { StoredValue, Values } from '../values/index.ts';
import type { LiveSession } from './live-principal.ts';
import { encodeMessage } from './payload.ts';

/** Where the channel stands in `/v3/users/{id}/channels/{channel}/…`. */
const CHANNEL_LEVEL = 5;

type Dependencies = {
  channels: Pick<Channels, 'findParties' | 'idsGrantedTo'>;
  values: Pick<Values, 'ofChannel'>;
};

/**
 * The stored values that a new subscription of a user or an application shows as retained: a known app draws some of
 * its tiles from nothing else (ios-app 4.5). Who stands behind channels is not told what it said itself.
 */
export function createSnapshot({ channels, values }: Dependencies) {
  return async function* snapshot({ principal: { tree, id } }: LiveSession, filter: string) {
    if (tree !== 'users' && tree !== 'applications') return;
    const role = tree === 'users' ? 'user' : 'application';
    for await (const channelId of grantedChannels(role, id, filter)) {
      for (const value of await values.ofChannel(channelId)) {
        const topic = valueTopic(tree, id, value);
        if (matchesFilter(filter, topic)) yield { topic, payload: encodeStored(value) };
      }
    }
  };

  async function* grantedChannels(role: 'user' | 'application', id: string, filter: string) {
    const levels = filter.split('/');
    if (levels[CHANNEL_LEVEL - 1] === 'grants') return;
    const named = levels[CHANNEL_LEVEL];
    if (named === undefined || named === '+' || named === '#') {
      yield* channels.idsGrantedTo(id, role);
      return;
    }
    const parties = await channels.findParties(named);
    const granted = role === 'user' ? parties?.users.map((user) => user.id) : parties?.applications;
    if (granted?.includes(id)) yield named;
  }
}

const encodeStored = ({ data, sender, onBehalfOf, timestamp }: StoredValue): Buffer =>
  encodeMessage({ io: 'iw', data, sender, onBehalfOf, timestamp });
