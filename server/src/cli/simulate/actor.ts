import { ACCESS_PROPERTY, parsePublishTopic, publishTopic, type ValueAddress } from '@azulejo/contract';
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

  function send({ componentId, propertyId, data }: Report, io: 'ir' | 'iw'): void {
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
    const request = parseRequest(clientId, topic, payload);
    if (!request) return;
    counts.asked += 1;
    const replies = repliesTo(request, script);
    if (!replies) return;
    counts.answered += 1;
    for (const { report, io } of replies) send(report, io);
  });

  /** Disconnects and reconnects, like a device whose radio fails. */
  function setOffline(isOffline: boolean): void {
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
      setOffline(isOffline);
      for (const report of reports) send(report, 'iw');
    },
  };
}

type Request = ValueAddress & { isRead: boolean; data: unknown };
type Reply = { report: Report; io: 'ir' | 'iw' };

/** Returns undefined for messages that are neither a read nor a write. */
function parseRequest(clientId: string, topic: string, payload: Buffer): Request | undefined {
  const address = parsePublishTopic(topic.replace(`/v3/devices/${clientId}/`, '/v3/'));
  const message = address && parse(payload);
  if (!message || (message.io !== 'r' && message.io !== 'w')) return undefined;
  return { ...address, isRead: message.io === 'r', data: message.data };
}

/** Returns the replies of the script, with the fault that it plays; undefined when none arrives in time. */
function repliesTo({ componentId, propertyId, isRead, data }: Request, script: Script): Reply[] | undefined {
  const fault = script.ofAnswer(isRead ? 'r' : 'w');
  if (fault === 'ignored') return undefined;
  if (fault === 'refused')
    return [{ report: { componentId, propertyId: ACCESS_PROPERTY, data: REFUSING }, io: 'iw' }];
  const reports = isRead
    ? [{ componentId, propertyId, data: script.read(componentId, propertyId) }]
    : script.write({ componentId, propertyId, data });
  if (fault === 'lost' || fault === 'late' || reports.some((report) => report.data === undefined))
    return undefined;
  const replies = reports.map((report): Reply => ({ report, io: isRead ? 'ir' : 'iw' }));
  return fault === 'duplicate' ? [...replies, ...replies] : replies;
}

function parse(payload: Buffer): { io?: unknown; data?: unknown } | undefined {
  try {
    const message: unknown = JSON.parse(payload.toString());
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}
