import {
  type PortalManager,
  type PortalManagerWebhook,
  type PortalWebhookCall,
  toTimestamp,
} from '@azulejo/contract';
import { type Webhooks, webhookNames } from '../../connections/managers/index.ts';
import type { Client } from '../../people/applications/index.ts';
import type { LoggedCall, Outbound } from '../../platform/outbound/index.ts';

export const toWireCall = ({
  time,
  purpose,
  origin,
  durationMs,
  status,
  failure,
}: LoggedCall): PortalWebhookCall => ({
  time: toTimestamp(time),
  purpose,
  origin,
  duration_ms: durationMs,
  status: status ?? null,
  failure: failure ?? null,
});

const timestampOf = (time: number | undefined) => (time === undefined ? null : toTimestamp(time));

/** Returns the webhooks of a manager with how their last calls went, also those that it did not set. */
export function toWebhooks(
  outbound: Outbound,
  managerId: string,
  webhooks: Webhooks,
): PortalManagerWebhook[] {
  const states = outbound.states(managerId);
  return webhookNames.map((name) => {
    const url = webhooks[name];
    const state = states.get(name);
    return {
      name,
      url: url ?? null,
      last_call: state ? toWireCall(state.last) : null,
      failing_since: timestampOf(state?.failingSince),
      paused_until: timestampOf(url === undefined ? undefined : outbound.pausedUntil(managerId, url)),
    };
  });
}

/** Summarizes how the last calls to the webhooks that are set went. */
function healthOf(webhooks: readonly PortalManagerWebhook[]): PortalManager['health'] {
  const set = webhooks.filter(({ url }) => url !== null);
  if (set.some(({ paused_until: pausedUntil }) => pausedUntil !== null)) return 'paused';
  if (set.some(({ failing_since: failingSince }) => failingSince !== null)) return 'failing';
  return set.some(({ last_call: lastCall }) => lastCall !== null) ? 'working' : 'unknown';
}

type Extras = {
  readonly webhooks: readonly PortalManagerWebhook[];
  readonly isConnected: boolean;
  readonly lastSeen: number | undefined;
  readonly templateCount: number;
};

export const toListedManager = (
  { id, name, namespace, state, created }: Client,
  { webhooks, isConnected, lastSeen, templateCount }: Extras,
): PortalManager => ({
  client_id: id,
  name,
  namespace,
  state,
  kind: webhooks.some(({ url }) => url !== null) ? 'webhooks' : 'independent',
  health: healthOf(webhooks),
  is_connected: isConnected,
  last_seen: timestampOf(lastSeen),
  template_count: templateCount,
  created: toTimestamp(created),
});
