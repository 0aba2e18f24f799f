import { parsed } from '@azulejo/bridge';
import type { Commands } from './commands.ts';
import type { Instance } from './instance.ts';
import type { Network } from './network.ts';
import type { Requests } from './requests.ts';
import type { Tell } from './tell.ts';

type Dependencies = {
  readonly network: Network;
  readonly instance: Instance;
  readonly commands: Commands;
  readonly requests: Requests;
  readonly tell: Tell;
};

const AVAILABILITY = '/availability';
const ERROR = 'error';
const RESPONSE = 'bridge/response/';

/** Returns the function that handles each message of Zigbee2MQTT. */
export function createHear({ network, instance, commands, requests, tell }: Dependencies) {
  function hearLog(payload: Buffer): void {
    // Each published state is logged, too: only errors are worth parsing.
    if (!payload.includes(ERROR)) return;
    const { level, message } = parsed(payload) ?? {};
    if (level === ERROR && typeof message === 'string') commands.failed(message);
  }

  return (topic: string, payload: Buffer): void => {
    // Names may contain slashes, so a topic is compared with the names that there are.
    const thing = network.byTopic(topic);
    if (thing) {
      const state = parsed(payload);
      if (state && !Array.isArray(state)) tell.values(thing, state);
    } else if (topic === 'bridge/devices' || topic === 'bridge/groups') network.take(topic, payload);
    else if (topic === 'bridge/logging') hearLog(payload);
    else if (topic.startsWith(RESPONSE)) {
      instance.hear(topic, payload);
      requests.hear(parsed(payload) ?? {});
    } else if (topic.startsWith('bridge/')) instance.hear(topic, payload);
    else if (topic.endsWith(AVAILABILITY)) {
      const state = parsed(payload)?.['state'] ?? payload.toString();
      tell.availability(topic.slice(0, -AVAILABILITY.length), state !== 'offline');
    }
  };
}
