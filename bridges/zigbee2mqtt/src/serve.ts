import {
  type Channels,
  deadline,
  type Grants,
  handleLiveEvents,
  type Log,
  type Reports,
  type Status,
  setSystemTimer,
  sleep,
  type Write,
} from '@azulejo/bridge';
import { type ManagerLive, type ManagerRequest, Unavailable } from '@azulejo/sdk/manager';
import type { Commands } from './commands.ts';
import type { Thing } from './devices.ts';
import { UPDATE_KEY } from './firmware.ts';
import type { Instance } from './instance.ts';
import type { Network } from './network.ts';
import type { Reporter } from './reporter.ts';
import type { Requests } from './requests.ts';

type Dependencies = {
  readonly channels: Channels;
  readonly network: Network;
  readonly commands: Commands;
  readonly requests: Requests;
  readonly instance: Instance;
  readonly grants: Grants;
  readonly reports: Reports;
  readonly status: Status;
  readonly reporter: Reporter;
  readonly log: Log;
};

/** Maximum time for which Zigbee2MQTT allows devices to join. */
const JOIN_SECONDS = 254;
/** Timeout of a firmware update; the slowest devices take hours. */
const UPDATE_MS = 4 * 3600_000;
/** Time within which Zigbee2MQTT refuses an update: it first fetches the list of firmware and asks the device. */
const UPDATE_REFUSAL_MS = 15_000;

/** Returns the request that lets devices join. Version 1 wants to be told by `value`, and 2 takes only the time. */
export const joinRequestOf = (version: string, isOpen: boolean) => ({
  ...(version.startsWith('1.') && { value: isOpen }),
  time: isOpen ? JOIN_SECONDS : 0,
});

/** Carries out writes and follows the connection to the platform. Returns the functions that end it. */
export function serve(live: ManagerLive, dependencies: Dependencies): readonly (() => void)[] {
  const { channels, network, commands, requests, instance, reporter, log } = dependencies;

  async function onWrite({ channel, component, property, data, signal }: ManagerRequest): Promise<unknown> {
    const key = channels.byId(channel)?.key;
    const thing = key === undefined ? undefined : network.byKey(key);
    if (!thing) throw new Unavailable('disconnected');
    if (!instance.info().isOnline) throw new Unavailable('api_unreachable');
    try {
      return await carryOut(thing, { component, property, data }, signal);
    } catch (error) {
      reporter.markRefused(thing);
      throw error;
    }
  }

  async function carryOut(thing: Thing, write: Write, signal: AbortSignal): Promise<unknown> {
    const { data, ...place } = write;
    if (thing.key === network.bridge().key)
      await requests.send(
        { request: 'permit_join' },
        joinRequestOf(instance.info().version, data === true),
        signal,
      );
    else if (thing.codec.encode({ ...place, value: data })?.key === UPDATE_KEY)
      await startUpdate(thing, signal);
    else return commands.write(thing, write, signal);
    return data;
  }

  /**
   * Starts an update. Zigbee2MQTT answers when it is finished, many minutes later; without a refusal it has
   * begun.
   */
  async function startUpdate({ key, name }: Thing, signal: AbortSignal): Promise<void> {
    const ended = requests.send(
      { request: 'device/ota_update/update', device: name },
      { id: key },
      deadline(UPDATE_MS),
    );
    const failed = ended.catch((error: unknown) => {
      log('update_failed', { device: key, name });
      throw error;
    });
    // The update may fail after the person's request has been answered.
    failed.catch(() => {});
    await Promise.race([failed, sleep(setSystemTimer, UPDATE_REFUSAL_MS, signal)]);
  }

  return [live.serve({ onWrite }), ...handleLiveEvents(live, dependencies)];
}
