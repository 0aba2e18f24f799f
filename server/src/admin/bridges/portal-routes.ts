import { type PortalBridge, type portalResources, toTimestamp } from '@azulejo/contract';
import { readConnection } from '../../connections/bridges/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ConnectedClients } from '../../platform/connected-clients.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import { actorOf, countCall, type PortalHandlers } from '../portal-accounts/index.ts';
import type { BridgeOperator, CountedBridge } from './operator.ts';

type Dependencies = { bridgeOperator: BridgeOperator; clock: Clock; connectedClients: ConnectedClients };

/** The limit of each account. A try starts a process and reveals something about the platform's network. */
const CHECKS_PER_MINUTE = 20;

/** Handles what operators do with bridges from elsewhere. */
export function portalBridgeHandlers({
  bridgeOperator: operator,
  clock,
  connectedClients,
}: Dependencies): PortalHandlers<typeof portalResources.bridges> {
  const limit = createRateLimit('bridges', CHECKS_PER_MINUTE, { clock });
  const toWire = (bridge: CountedBridge) => toPortalBridge(bridge, connectedClients.has(bridge.id));
  return {
    list: async () => ({
      body: { bridges: (await operator.list()).map(toWire) },
      cacheControl: NO_STORE,
    }),

    findings: async ({ input }) => ({
      body: await operator.findingsOf(input.bridge_id),
      cacheControl: NO_STORE,
    }),

    create: async ({ input, context }) => {
      const { type, mqtt_url: mqttUrl, username, password, base_topic: baseTopic } = input;
      const connection = readConnection({ type, mqttUrl, username, password, baseTopic });
      const { name, user_ids: userIds = [], check: isChecked = true } = input;
      if (isChecked) countCall(limit, context);
      const added = await operator.add({ connection, name, userIds, isChecked }, actorOf(context));
      const { bridge, found = null, environment } = added;
      return {
        body: {
          bridge: toWire(bridge),
          found,
          ...(environment && { environment: toVariables(environment) }),
        },
        cacheControl: NO_STORE,
      };
    },

    update: async ({ input, context }) => {
      const { bridge_id: id, mqtt_url: mqttUrl, username, password, base_topic: baseTopic } = input;
      const changes = { mqttUrl, username, password, baseTopic };
      const isChecked = input.check ?? true;
      if (isChecked) countCall(limit, context);
      const { bridge, found = null } = await operator.change(id, changes, { isChecked }, actorOf(context));
      return { body: { bridge: toWire(bridge), found }, cacheControl: NO_STORE };
    },

    share: async ({ input: { bridge_id: id, user_id: userId }, context }) => {
      await operator.setUser(id, userId, true, actorOf(context));
      return { body: {} };
    },

    unshare: async ({ input: { bridge_id: id, user_id: userId }, context }) => {
      await operator.setUser(id, userId, false, actorOf(context));
      return { body: {} };
    },

    remove: async ({ input, context }) => {
      await operator.remove(input.bridge_id, actorOf(context));
      return { body: {} };
    },
  };
}

const toVariables = (environment: Readonly<Record<string, string>>) =>
  Object.entries(environment).map(([name, value]) => ({ name, value }));

const toPortalBridge = (
  {
    mqttUrl,
    username = '',
    baseTopic,
    creatorId: _creator,
    revision: _revision,
    created,
    ...bridge
  }: CountedBridge,
  connected: boolean,
): PortalBridge => ({
  ...bridge,
  mqtt_url: mqttUrl,
  username,
  base_topic: baseTopic,
  connected,
  created: toTimestamp(created),
});
