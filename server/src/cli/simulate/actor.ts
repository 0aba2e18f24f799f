import { ACCESS_PROPERTY, parsePublishTopic, publishTopic } from '@azulejo/contract';
import type { MqttClient } from 'mqtt';
import { REFUSING, type Report } from '../../connections/virtual-devices/index.ts';
import type { Script } from './script.ts';
import type { Statistics } from './statistics.ts';

/** Maximum number of unacknowledged messages. A device waits for a slow broker instead of losing messages. */
const MAX_IN_FLIGHT = 200;

export type Actor = {
  /** Returns whether it can publish now. */
  isReady(): boolean;
  act(): void;
};

type Options = {
  clientId: string;
  channelId: string;
  script: Script;
  client: MqttClient;
  statistics: Statistics;
};

/** Connects one device to its script: publishes the script's reports, and answers reads and writes. */
export function createActor({ clientId, channelId, script, client, statistics }: Options): Actor {
  const { counts } = statistics;
  let inFlight = 0;
  let isAway = false;
  let isLeaving = false;

  function say({ componentId, propertyId, data }: Report, io: 'ir' | 'iw'): void {
    const sentAt = performance.now();
    const topic = publishTopic({ channelId, componentId, propertyId });
    counts.published += 1;
    inFlight += 1;
    client.publish(topic, JSON.stringify({ io, data }), { qos: 1 }, (error) => {
      inFlight -= 1;
      if (error) statistics.failed(error);
      else statistics.acknowledged(sentAt);
    });
  }

  client.on('message', (topic, payload) => {
    const address = parsePublishTopic(topic.replace(`/v3/devices/${clientId}/`, '/v3/'));
    const asked = address && parse(payload);
    if (!asked || (asked.io !== 'r' && asked.io !== 'w')) return;
    counts.asked += 1;
    const { componentId, propertyId } = address;
    const isRead = asked.io === 'r';
    const fault = script.ofAnswer(asked.io);
    if (fault === 'ignored') return;
    if (fault === 'refused') {
      counts.answered += 1;
      say({ componentId, propertyId: ACCESS_PROPERTY, data: REFUSING }, 'iw');
      return;
    }
    const answers = isRead
      ? [{ componentId, propertyId, data: script.read(componentId, propertyId) }]
      : script.write({ componentId, propertyId, data: asked.data });
    if (fault === 'lost' || fault === 'late' || answers.some(({ data }) => data === undefined)) return;
    counts.answered += 1;
    for (const answer of fault === 'duplicate' ? [...answers, ...answers] : answers)
      say(answer, isRead ? 'ir' : 'iw');
  });

  /** Disconnects and reconnects, like a device whose radio fails. */
  function follow(isOffline: boolean): void {
    if (isOffline === isAway) return;
    isAway = isOffline;
    if (!isOffline) {
      client.reconnect();
      return;
    }
    isLeaving = true;
    client.end(false, () => {
      isLeaving = false;
    });
  }

  return {
    isReady: () => inFlight < MAX_IN_FLIGHT && !isLeaving && (isAway || client.connected),
    act() {
      const { reports, isOffline } = script.next();
      follow(isOffline);
      for (const report of reports) say(report, 'iw');
    },
  };
}

function parse(payload: Buffer): { io?: unknown; data?: unknown } | undefined {
  try {
    const message: unknown = JSON.parse(payload.toString());
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}
