import { type Channels, follow, type Grants, type Log, type Status } from '@azulejo/bridge';
import { type ManagerLive, type ManagerRequest, Unavailable } from '@azulejo/sdk/manager';
import type { Commands } from './commands.ts';
import type { Instance } from './instance.ts';
import type { Network } from './network.ts';

type Dependencies = {
  readonly channels: Channels;
  readonly network: Network;
  readonly commands: Commands;
  readonly instance: Instance;
  readonly grants: Grants;
  readonly status: Status;
  readonly log: Log;
};

/** Maximum number of seconds that Zigbee2MQTT lets devices join for. */
const JOIN_SECONDS = 254;

/** Carries out writes and follows the connection to the platform. Returns the functions that end it. */
export function serve(live: ManagerLive, dependencies: Dependencies): readonly (() => void)[] {
  const { channels, network, commands, instance, grants, status, log } = dependencies;

  async function onWrite({ channel, component, property, data, signal }: ManagerRequest): Promise<unknown> {
    const key = channels.byId(channel)?.key;
    const thing = key === undefined ? undefined : network.byKey(key);
    if (!thing) throw new Unavailable('disconnected');
    if (!instance.info().isOnline) throw new Unavailable('api_unreachable');
    if (thing.key !== network.bridge().key)
      return commands.write(thing, { component, property, data }, signal);
    instance.permitJoin(data === true ? JOIN_SECONDS : 0);
    return data;
  }

  return [live.serve({ onWrite }), ...follow(live, { grants, status, log })];
}
