import { createPendingWrites, expectedOf, type Write } from '@azulejo/bridge';
import { type Exchange, type Message, NotMapped, type Sending } from '@azulejo/devices/home-assistant';
import { Unavailable } from '@azulejo/sdk/manager';
import type { AnnouncedThing } from './things.ts';

export type Commands = {
  /** Writes one property. Resolves with the value that the device reports. Rejects with Unavailable. */
  write(thing: AnnouncedThing, write: Write, signal: AbortSignal): Promise<unknown>;
  /** Settles the writes that these values answer. Returns those values. */
  settleWith(
    thing: AnnouncedThing,
    values: ReturnType<Exchange['decode']>['values'],
  ): Readonly<ReturnType<Exchange['decode']>['values']>;
};

export function createCommands(publish: (messages: readonly Message[]) => void): Commands {
  const pending = createPendingWrites<AnnouncedThing>();
  return {
    write: async (thing, write, signal) => {
      const sending = await sendingOf(thing, write);
      if (!sending) throw new Unavailable('service_error');
      const { key, messages, isSettledByState } = sending;
      const { step } = expectedOf(thing.definition.features.filter((feature) => feature.key === key));
      const settled = pending.wait(
        { device: thing, key, write },
        { isReported: isSettledByState, step },
        signal,
      );
      publish(messages);
      return settled;
    },
    settleWith: pending.settleWith,
  };
}

/** Returns the messages of a write; undefined if it is not possible, also because the device's template fails. */
async function sendingOf(
  { exchange, evaluation }: AnnouncedThing,
  { component, property, data: value }: Write,
): Promise<Sending | undefined> {
  if (evaluation) return evaluation.encode({ component, property, value });
  try {
    return exchange.encode({ component, property, value });
  } catch (error) {
    if (error instanceof NotMapped) return undefined;
    throw error;
  }
}
