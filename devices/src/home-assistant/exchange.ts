import { type ChannelValue, codecOf } from '../codec/codec.ts';
import { type AvailabilityState, readAvailability } from './availability.ts';
import type { AnnouncedDevice } from './device.ts';
import type { Message } from './point.ts';

/** The messages of a write, and how the device answers, if that is known. */
export type Sending = {
  /** Identifies the feature. */
  readonly key: string;
  readonly messages: readonly Message[];
  readonly isSettledByState: boolean;
};

/** A value that follows without a message: a sensor that reports only "on" is off after a while. */
export type Reset = { readonly key: string; readonly afterSeconds: number; readonly values: ChannelValue[] };

/** Says for how long a report of a sensor counts. */
export type Expiry = { readonly key: string; readonly afterSeconds: number };

/** What a message says of a device. */
export type Decoded = {
  readonly availability: AvailabilityState[];
  readonly values: ChannelValue[];
  readonly resets: Reset[];
  readonly expiries: Expiry[];
};

/** Converts between the messages of an announced device and the values of its channel. */
export type Exchange = {
  /** The topics that have values; they may be filters. */
  readonly topics: readonly string[];
  /** Returns the values in a message; `topic` is the one of `topics` by which it came. */
  decode(topic: string, payload: string): Decoded;
  /**
   * Whether the device is there only as long as one of its reports counts. A device that accepts commands may be
   * there although a sensor of it is silent.
   */
  readonly isExpiring: boolean;
  /** Returns undefined for a property that cannot be written. */
  encode(write: ChannelValue): Sending | undefined;
};

export function exchangeOf({ definition, points, availability }: AnnouncedDevice): Exchange {
  const codec = codecOf(definition);
  const readings = [...points].flatMap(([key, point]) =>
    (point.readings ?? []).map((reading) => ({ key, point, reading })),
  );
  const byTopic = Map.groupBy(readings, ({ reading }) => reading.topic);
  const all = [...points.values()];
  return {
    topics: [...byTopic.keys()],
    isExpiring:
      all.some((point) => point.expireAfterSeconds !== undefined) &&
      all.every((point) => point.write === undefined),
    decode: (topic, payload) => {
      const resets: Reset[] = [];
      const expiries: Expiry[] = [];
      const values = (byTopic.get(topic) ?? []).flatMap(({ key, point, reading }) => {
        const own = reading.read(payload);
        if (own === undefined) return [];
        const { offAfterSeconds: afterSeconds, expireAfterSeconds, value } = point;
        if (expireAfterSeconds !== undefined) expiries.push({ key, afterSeconds: expireAfterSeconds });
        if (afterSeconds !== undefined && value.type === 'boolean' && own === value.on)
          resets.push({ key, afterSeconds, values: codec.decode({ [key]: value.off }) });
        return codec.decode({ [key]: own });
      });
      return { availability: readAvailability(availability, topic, payload), values, resets, expiries };
    },
    encode: (write) => {
      const encoded = codec.encode(write);
      const point = encoded && points.get(encoded.key);
      if (!encoded || !point?.write) return undefined;
      const messages = point.write(encoded.value);
      return { key: encoded.key, messages, isSettledByState: point.isSettledByState === true };
    },
  };
}

/** Returns whether a topic fits a filter of a subscription (MQTT 3.1.1, 4.7). */
export function fitsFilter(filter: string, topic: string): boolean {
  const [levels, own] = [filter.split('/'), topic.split('/')];
  const end = levels.indexOf('#');
  if (end === -1 ? levels.length !== own.length : own.length < end) return false;
  return levels.every(
    (level, index) => index >= (end === -1 ? levels.length : end) || level === '+' || level === own[index],
  );
}
