import { connectMqtt } from '@azulejo/bridge';
import type { Message } from '@azulejo/devices/home-assistant';
import { subscribeToAnnouncements } from './announcements.ts';
import type { Options } from './options.ts';

export type BrokerListener = {
  onMessage(topic: string, payload: string, isRetained: boolean): void;
  onState(isConnected: boolean, reason?: string): void;
};

export type Broker = {
  isConnected(): boolean;
  /** Subscribes to topics, again after each reconnection. */
  subscribe(topics: readonly string[]): void;
  unsubscribe(topics: readonly string[]): void;
  /** Sends messages once; they are dropped while there is no connection. */
  publish(messages: readonly Message[]): void;
  close(): Promise<void>;
};

/** The largest message announces a device with all its components; states are much smaller. */
const MAX_BYTES = 256 * 1024;
/** Limits the topics of one packet. */
const SUBSCRIBE_BATCH_SIZE = 100;

/** Connects to the MQTT server of the devices, and reconnects. */
export function connectBroker(options: Options, listener: BrokerListener): Broker {
  const { discoveryPrefix } = options;
  const client = connectMqtt(options);
  const inBatches = (topics: readonly string[], run: (batch: string[]) => void) => {
    for (let start = 0; start < topics.length; start += SUBSCRIBE_BATCH_SIZE)
      run(topics.slice(start, start + SUBSCRIBE_BATCH_SIZE));
  };

  client.on('connect', () => {
    subscribeToAnnouncements(client, options, (error) => {
      listener.onState(!error, error?.message);
      // Devices that do not retain their announcements send them again when Home Assistant starts.
      client.publish(`${discoveryPrefix}/status`, 'online');
    });
  });
  client.on('close', () => listener.onState(false));
  client.on('error', ({ message }) => listener.onState(false, message));
  client.on('message', (topic, payload, { retain }) => {
    if (payload.length <= MAX_BYTES) listener.onMessage(topic, payload.toString(), retain);
  });

  return {
    isConnected: () => client.connected,
    // The client restores its subscriptions when it reconnects.
    subscribe: (topics) => inBatches(topics, (batch) => void client.subscribe(batch)),
    unsubscribe: (topics) => inBatches(topics, (batch) => void client.unsubscribe(batch)),
    publish: (messages) => {
      if (!client.connected) return;
      for (const { topic, payload, retain } of messages) client.publish(topic, payload, { qos: 1, retain });
    },
    close: () => client.endAsync(true),
  };
}
