import { parsed } from '@azulejo/bridge';
import type { Commands } from './commands.ts';
import type { Instance } from './instance.ts';
import type { Network } from './network.ts';
import type { Reporter } from './reporter.ts';
import type { Requests } from './requests.ts';

type Dependencies = {
  readonly network: Network;
  readonly instance: Instance;
  readonly commands: Commands;
  readonly requests: Requests;
  readonly reporter: Reporter;
};

const AVAILABILITY = '/availability';
const ERROR = 'error';
const RESPONSE = 'bridge/response/';

/** Returns the function that handles each message of Zigbee2MQTT. */
export function createMessageHandler({ network, instance, commands, requests, reporter }: Dependencies) {
  function handleLog(payload: Buffer): void {
    // Zigbee2MQTT logs each published state, too; only errors are parsed.
    if (!payload.includes(ERROR)) return;
    const { level, message } = parsed(payload) ?? {};
    if (level === ERROR && typeof message === 'string') commands.failed(message);
  }

  return (topic: string, payload: Buffer): void => {
    // Names may contain slashes, so a topic is compared with the known names.
    const thing = network.byTopic(topic);
    if (thing) {
      const state = parsed(payload);
      if (state && !Array.isArray(state)) reporter.reportValues(thing, state);
    } else if (topic === 'bridge/devices' || topic === 'bridge/groups') network.receive(topic, payload);
    else if (topic === 'bridge/logging') handleLog(payload);
    else if (topic.startsWith(RESPONSE)) {
      instance.handleMessage(topic, payload);
      requests.handleResponse(parsed(payload) ?? {});
    } else if (topic.startsWith('bridge/')) instance.handleMessage(topic, payload);
    else if (topic.endsWith(AVAILABILITY)) {
      const state = parsed(payload)?.['state'] ?? payload.toString();
      reporter.setAvailability(topic.slice(0, -AVAILABILITY.length), state !== 'offline');
    }
  };
}
