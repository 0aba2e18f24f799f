import type { Channel } from '@azulejo/contract';
import { type Dictionary, inWords } from '@azulejo/model';
import { activeDictionary } from '../../../languages/dictionary.ts';
import type { Snapshot } from './home-state.ts';

/**
 * Returns a function that puts the labels of a home's channels into the language of the page. What is stored stays
 * English, so that it is good for every language. An unchanged home or channel stays the same object.
 */
export function createLocalHome(): (snapshot: Snapshot) => Snapshot {
  let words: Dictionary | undefined;
  let known = new WeakMap<Channel, Channel>();
  /** Channels of one kind share their properties. */
  let knownProperties = new WeakMap<Channel['properties'], Channel['properties']>();
  let last: { readonly given: Snapshot; readonly local: Snapshot } | undefined;

  function localChannel(channel: Channel, own: Dictionary): Channel {
    const found = known.get(channel);
    if (found) return found;
    const { properties: given } = channel;
    const properties =
      knownProperties.get(given) ?? inWords({ components: [], properties: given }, own).properties;
    knownProperties.set(given, properties);
    const local = { ...inWords({ ...channel, properties: [] }, own), properties };
    known.set(channel, local);
    return local;
  }

  return (given) => {
    const now = activeDictionary();
    if (now !== words) {
      words = now;
      known = new WeakMap();
      knownProperties = new WeakMap();
      last = undefined;
    }
    if (!now) return given;
    if (last?.given.channels === given.channels) {
      if (last.given !== given) last = { given, local: { ...given, channels: last.local.channels } };
      return last.local;
    }
    const channels = new Map([...given.channels].map(([id, channel]) => [id, localChannel(channel, now)]));
    last = { given, local: { ...given, channels } };
    return last.local;
  };
}
