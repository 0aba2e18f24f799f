import type { Channels, Status } from '@azulejo/bridge';
import type { AnnouncedDevice } from '@azulejo/devices/home-assistant';
import type { Broker } from './broker.ts';
import type { AnnouncedThing, Things, Topics } from './things.ts';

type Dependencies = {
  readonly channels: Channels;
  readonly things: Things;
  readonly topics: Topics;
  readonly broker: () => Broker;
  readonly status: Status;
  readonly onDone: () => void;
};

/** Returns the function that makes the platform have a channel for each device. It resolves with whether it has. */
export function createBringing(dependencies: Dependencies) {
  const { channels, things, topics, broker, status, onDone } = dependencies;
  let brought = new Set<AnnouncedThing>();

  return async (devices: readonly AnnouncedDevice[]): Promise<boolean> => {
    const all = things.take(devices);
    const failed = new Set(await channels.bring(all));
    const present = all.filter(({ key }) => !failed.has(key));
    const fresh = present.filter((thing) => !brought.has(thing));
    brought = new Set(present);
    // States are received only once there is a channel to which they can be reported.
    const { added, removed } = topics.replace(present);
    broker().unsubscribe(removed);
    broker().subscribe(added);
    for (const { device } of fresh) broker().publish(device.asks);
    status.set({ devices: all.length, channels: channels.all().length, failed: failed.size, problem: '' });
    onDone();
    return failed.size === 0;
  };
}
