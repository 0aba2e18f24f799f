/** MQTT 3.1 (`MQIsdp`) and 3.1.1, by their protocol level. */
export type MqttVersion = 3 | 4;

export type QoS = 0 | 1 | 2;

export type Message = {
  topic: string;
  payload: Buffer;
  qos: QoS;
  retain: boolean;
  /** When the message expires and is no longer sent, by the clock of `messageNow`. */
  expiresAt?: number;
};

export type Connect = {
  version: MqttVersion;
  clientId: string;
  clean: boolean;
  /** Seconds; 0 means that there is no keep alive. */
  keepAlive: number;
  username: string | undefined;
  password: string | undefined;
  will: Message | undefined;
};

/** A packet that a client may send once it is connected. */
export type ClientPacket =
  | { type: 'publish'; id: number; message: Message }
  | { type: 'puback' | 'pubrec' | 'pubrel' | 'pubcomp'; id: number }
  | { type: 'subscribe'; id: number; subscriptions: { filter: string; qos: QoS }[] }
  | { type: 'unsubscribe'; id: number; filters: string[] }
  | { type: 'pingreq' | 'disconnect' };

/** The packet types, which are the first four bits of a packet (MQTT 2.2.1). */
export const packetTypes = {
  connect: 1,
  connack: 2,
  publish: 3,
  puback: 4,
  pubrec: 5,
  pubrel: 6,
  pubcomp: 7,
  subscribe: 8,
  suback: 9,
  unsubscribe: 10,
  unsuback: 11,
  pingreq: 12,
  pingresp: 13,
  disconnect: 14,
} as const;

/** Thrown when the connection must be closed without a reply (MQTT-4.8.0-1). `clause` names the violated clause. */
export class ProtocolViolation extends Error {
  readonly clause: string;

  constructor(clause: string, text: string) {
    super(`${text} (${clause})`);
    this.clause = clause;
  }
}

/** Answered by CONNACK 1 (MQTT-3.1.2-2), or by that of MQTT 5 for a client that can read it. */
export class UnsupportedVersion extends Error {
  readonly readsVersion5: boolean;

  constructor(name: string, level: number) {
    super(`${name} ${level}`);
    // A bridge sets the highest bit, and tries again without it after CONNACK 1.
    this.readsVersion5 = name === 'MQTT' && (level & 0x7f) >= 5;
  }
}

/** Answered by CONNACK 2 (MQTT-3.1.3-8). */
export class RefusedClientId extends Error {}

/** Thrown when the client exceeded a limit of this server. */
export class TooLarge extends Error {}
