import type { BridgeState, BridgeType } from '@azulejo/contract';

/** A bridge without its secrets. Its id is that of its manager. */
export type BridgeRecord = {
  readonly id: string;
  readonly name: string;
  readonly type: BridgeType;
  readonly mqttUrl: string;
  readonly username: string | undefined;
  readonly baseTopic: string;
  /** The user who connected it; undefined for the operator. */
  readonly creatorId: string | undefined;
  /** Differs when the settings have changed. */
  readonly revision: number;
  readonly state: BridgeState;
  /** The problem in words; empty when there is none. */
  readonly problem: string;
  /** Version of the system that it connects; empty until it is known. */
  readonly version: string;
  readonly restarts: number;
  readonly created: number;
};

/** Reports the state of a running bridge. */
export type BridgeStatus = Pick<BridgeRecord, 'state' | 'problem' | 'version' | 'restarts'>;

export type BridgeSecrets = {
  /** The secret with which the bridge signs in to the platform. */
  readonly clientSecret: string;
  /** Used at the MQTT server of the bridge. */
  readonly password?: string;
};

/** The server writes the state of a bridge that it runs every minute; it does not run when it is older. */
const STALE_MS = 3 * 60_000;

export const BRIDGE_NAMES: Readonly<Record<BridgeType, string>> = {
  zigbee2mqtt: 'Zigbee2MQTT',
  'mqtt-discovery': 'MQTT devices',
};

type Row = {
  managerId: string;
  name: string;
  type: BridgeType;
  mqttUrl: string;
  username: string | null;
  baseTopic: string;
  creatorId: string | null;
  revision: number;
  state: BridgeState;
  problem: string;
  version: string;
  restarts: number;
  seen: number;
  created: number;
};

/** Converts a row. Without supervision the platform does not know the state. */
export function toBridge(
  { managerId: id, username, creatorId, seen, ...rest }: Row,
  { now, isSupervised }: { now: number; isSupervised: boolean },
): BridgeRecord {
  const isStale = (rest.state === 'running' || rest.state === 'starting') && now - seen > STALE_MS;
  return {
    ...rest,
    ...(isStale && { state: 'waiting', problem: 'The server does not run.' }),
    ...(!isSupervised && { state: 'external', problem: '', version: '' }),
    id,
    username: username ?? undefined,
    creatorId: creatorId ?? undefined,
  };
}
