import { randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { writeToStream } from 'mqtt-packet';

export type { MqttClient } from 'mqtt';

/** The MQTT server of the other system. */
export type MqttAddress = {
  readonly mqtt: string;
  readonly mqttUsername: string | undefined;
  readonly mqttPassword: string | undefined;
};

// Otherwise the first packet makes a buffer for each of the 65,536 possible packet ids, which take 8 MB. This
// counts for the connection to the platform, too.
writeToStream.cacheNumbers = false;

const RECONNECT_MS = 2_000;

/** Connects to an MQTT server, and reconnects. Messages published while it is disconnected are dropped. */
export const connectMqtt = ({ mqtt: url, mqttUsername, mqttPassword }: MqttAddress): MqttClient =>
  mqtt.connect(url, {
    clientId: `azulejo-bridge-${randomUUID()}`,
    reconnectPeriod: RECONNECT_MS,
    // An MQTT server that is starting may not have loaded its users yet.
    reconnectOnConnackError: true,
    queueQoSZero: false,
    ...(mqttUsername !== undefined && { username: mqttUsername }),
    ...(mqttPassword !== undefined && { password: mqttPassword }),
  });

/** Returns the parsed message, or undefined when it is not a JSON object or list. */
export function parsed(payload: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(payload.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
