import type { Bridge, BridgeDevice } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isoOf } from '../../data/live/reported-values.ts';

const POLL_MS = 60_000;
/** A bridge that is being connected is asked for its devices at this interval. */
const STARTING_POLL_MS = 2_000;
/** A limit above the devices of the largest houses. */
const MAX_DEVICES = 5_000;

/** Loads the bridges whose devices the person may add, and whether the person may connect one. */
export const bridgesQuery = (client: Client) =>
  queryOptions({
    queryKey: ['bridges'],
    staleTime: 5_000,
    refetchInterval: POLL_MS,
    queryFn: async () => client.bridges.list(),
  });

/** Whether the bridge may still find its devices for the first time. */
export const isStarting = ({ state, devices }: Bridge): boolean =>
  state === 'waiting' || state === 'starting' || (state === 'running' && devices === 0);

/** Loads a bridge, and again while it may find devices. */
export const bridgeQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['bridge', id],
    refetchInterval: ({ state: { data } }) => (data && !isStarting(data) ? POLL_MS / 10 : STARTING_POLL_MS),
    queryFn: async () => client.bridges.get({ bridge_id: id }),
  });

/** Loads what a bridge could not read, and which requests were not answered. */
export const bridgeFindingsQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['bridge-findings', id],
    refetchInterval: POLL_MS / 2,
    queryFn: async () => client.bridges.findings({ bridge_id: id }),
  });

/** Loads all devices of a bridge, and again when it has another number of them. */
export const bridgeDevicesQuery = (client: Client, { id, devices }: Pick<Bridge, 'id' | 'devices'>) =>
  queryOptions({
    queryKey: ['bridge-devices', id, devices],
    placeholderData: keepPreviousData,
    queryFn: async () => inOrder(await readDevices(client, id)),
  });

async function readDevices(client: Client, id: string): Promise<readonly BridgeDevice[]> {
  const all: BridgeDevice[] = [];
  let after: string | null = '';
  while (after !== null && all.length < MAX_DEVICES) {
    const page: { devices: BridgeDevice[]; next: string | null } = await client.bridges.devices({
      bridge_id: id,
      ...(after !== '' && { after }),
    });
    all.push(...page.devices);
    after = page.next;
  }
  return all;
}

/** Devices that were found within this time of each other came together. */
const TOGETHER_MS = 600_000;

/** Returns the newest devices first; those that were found together are in the order of their names. */
function inOrder(devices: readonly BridgeDevice[]): readonly BridgeDevice[] {
  const times = new Map(
    devices.map(({ id, found }) => [id, Math.floor(Date.parse(isoOf(found)) / TOGETHER_MS)]),
  );
  const timeOf = ({ id }: BridgeDevice) => times.get(id) ?? 0;
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return devices.toSorted((one, other) => timeOf(other) - timeOf(one) || compare(one.name, other.name));
}
