import {
  type PortalManager,
  type PortalManagerDetail,
  type PortalManagerWebhook,
  type PortalWebhookCall,
  toTimestamp,
} from '@azulejo/contract';
import type { BridgeRecord } from '../../connections/bridges/index.ts';
import { type Webhooks, webhookNames } from '../../connections/managers/index.ts';
import type { Client } from '../../identity/applications/index.ts';
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

/** Summarizes how a bridge does. It is unknown for a bridge that the operator runs. */
function healthOfBridge({ state }: BridgeRecord): PortalManager['health'] {
  if (state === 'failing' || state === 'stopped') return 'failing';
  return state === 'running' ? 'working' : 'unknown';
}

export const toWireBridge = ({
  type,
  mqttUrl: mqtt_url,
  state,
  problem,
  version,
}: BridgeRecord): PortalManagerDetail['bridge'] => ({ type, mqtt_url, state, problem, version });

const kindOf = ({ bridge, webhooks }: Extras): PortalManager['kind'] => {
  if (bridge) return 'bridge';
  return webhooks.some(({ url }) => url !== null) ? 'webhooks' : 'independent';
};

type Extras = {
  readonly bridge: BridgeRecord | undefined;
  readonly webhooks: readonly PortalManagerWebhook[];
  readonly isConnected: boolean;
  readonly lastSeen: number | undefined;
  readonly templateCount: number;
};

export const toListedManager = (
  { id, name, namespace, state, created }: Client,
  extras: Extras,
): PortalManager => ({
  client_id: id,
  name,
  namespace,
  state,
  kind: kindOf(extras),
  health: extras.bridge ? healthOfBridge(extras.bridge) : healthOf(extras.webhooks),
  is_connected: extras.isConnected,
  last_seen: timestampOf(extras.lastSeen),
  template_count: extras.templateCount,
  created: toTimestamp(created),
});
