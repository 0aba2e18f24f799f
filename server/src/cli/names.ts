import type { BridgeType, PortalScope } from '@azulejo/contract';
import type { FaultName } from '../connections/virtual-devices/index.ts';
import type { ClientType } from '../identity/applications/index.ts';

/**
 * The values of options. They are repeated here, and checked by the compiler to be complete, because help and
 * wrong usage must not wait for the server's modules.
 */
export const clientTypes = namesOf<ClientType>({ mobile: true, distributor: true, manager: true });
export const bridgeTypes = namesOf<BridgeType>({ zigbee2mqtt: true, 'mqtt-discovery': true });
export const faultNames = namesOf<FaultName>({
  late: true,
  lost: true,
  duplicate: true,
  'out-of-order': true,
  offline: true,
  silent: true,
  refusing: true,
  away: true,
});

export const portalScopes = namesOf<PortalScope>({
  'applications:read': true,
  'applications:write': true,
  'users:read': true,
  'users:write': true,
  'templates:read': true,
  'templates:write': true,
  'devices:read': true,
  'devices:write': true,
  'monitoring:read': true,
});

function namesOf<Name extends string>(all: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(all) as Name[];
}
