import { type PortalCheck, portalResources } from '@azulejo/contract';
import type { Finding } from '../../app/doctor/check.ts';
import type { Call } from './client.ts';

const states = { good: 'ok', attention: 'warning', bad: 'broken' } as const satisfies Record<
  PortalCheck['state'],
  Finding['state']
>;

/** Returns what a server elsewhere finds about itself. */
export async function examineRemote(call: Call): Promise<Finding[]> {
  const { checks } = await call(portalResources.monitoring.health, {});
  return checks.map(({ check, state, says, todo }) => ({
    check,
    state: states[state],
    says,
    ...(todo === undefined ? {} : { todo }),
  }));
}
