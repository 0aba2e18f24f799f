import { createPendingWrites, expectedOf, type Write } from '@azulejo/bridge';
import type { ChannelValue, Codec } from '@azulejo/devices';
import { Unavailable } from '@azulejo/sdk/manager';
import type { Thing } from './devices.ts';

export type Commands = {
  /** Writes one property. Resolves with the value that the device reports. Rejects with Unavailable. */
  write(thing: Thing, write: Write, signal: AbortSignal): Promise<unknown>;
  /** Settles the writes that these values answer. Returns those values. */
  settleWith(thing: Thing, values: ReturnType<Codec['decode']>): readonly ChannelValue[];
  /** Rejects the write about which Zigbee2MQTT logged an error. */
  failed(message: string): void;
};

/** Zigbee2MQTT 2.x, extension/publish: the only answer to a message that it could not deliver. */
const FAILED = /^(?:z2m: )?Publish 'set' '([^']*)' to '(.*)' failed: '?(.*)/s;
const UNREACHABLE =
  /timeout|timed out|no response|delivery failed|not answer|offline|no network route|MAC|NWK/i;

export function createCommands(publish: (topic: string, body: unknown) => void): Commands {
  const pending = createPendingWrites<Thing>();
  return {
    write: (thing, write, signal) => {
      const { component, property, data: value } = write;
      const encoded = thing.codec.encode({ component, property, value });
      if (!encoded) return Promise.reject(new Unavailable('service_error'));
      const { key } = encoded;
      const expected = expectedOf(thing.definition.features.filter((feature) => feature.key === key));
      const settled = pending.wait({ device: thing, key, write }, expected, signal);
      publish(`${thing.topic}/set`, { [key]: encoded.value });
      return settled;
    },
    settleWith: pending.settleWith,
    failed: (message) => {
      const [, failedKey, topic, reason = ''] = FAILED.exec(message) ?? [];
      pending.refuse(
        ({ key, device }) => key === failedKey && device.topic === topic,
        UNREACHABLE.test(reason) ? 'unreachable' : 'service_error',
      );
    },
  };
}
