import type { Channels, Status } from '@azulejo/bridge';
import type { AnnouncedDevice } from '@azulejo/devices/home-assistant';
import type { Broker } from './broker.ts';
import type { AnnouncedThing, quarantineStatus, Things, Topics } from './things.ts';

type Dependencies = {
  readonly channels: Channels;
  readonly things: Things;
  readonly topics: Topics;
  readonly broker: () => Broker;
  readonly status: Status;
  /** Returns the status of the devices that are ignored. */
  readonly quarantine: () => ReturnType<typeof quarantineStatus>;
  readonly onFresh: (thing: AnnouncedThing) => void;
  readonly onDone: () => void;
};

/** Returns a function that creates or updates the channel of each device. It resolves with whether all succeeded. */
export function createChannelSync(dependencies: Dependencies) {
  const { channels, things, topics, broker, status } = dependencies;
  let synced = new Set<AnnouncedThing>();

  return async (devices: readonly AnnouncedDevice[]): Promise<boolean> => {
    const all = things.update(devices);
    const failed = new Set(await channels.sync(all));
    const present = all.filter(({ key }) => !failed.has(key));
    const fresh = present.filter((thing) => !synced.has(thing));
    synced = new Set(present);
    // States are subscribed to only when there is a channel to report them to.
    const { added, removed } = topics.replace(present);
    broker().unsubscribe(removed);
    broker().subscribe(added);
    for (const thing of fresh) {
      dependencies.onFresh(thing);
      broker().publish(thing.device.asks);
    }
    const counts = { devices: all.length, channels: channels.all().length, failed: failed.size };
    status.set({ ...counts, ...dependencies.quarantine() });
    dependencies.onDone();
    return failed.size === 0;
  };
}
