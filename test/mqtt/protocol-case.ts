/** The fourteen packets of MQTT 3.1.1, and what is none of them. */
export const packetNames = [
  'CONNECT',
  'CONNACK',
  'PUBLISH',
  'PUBACK',
  'PUBREC',
  'PUBREL',
  'PUBCOMP',
  'SUBSCRIBE',
  'SUBACK',
  'UNSUBSCRIBE',
  'UNSUBACK',
  'PINGREQ',
  'PINGRESP',
  'DISCONNECT',
  'none',
] as const;

export type Case = {
  readonly packet: (typeof packetNames)[number];
  readonly name: string;
  /** Of MQTT 3.1.1; with `MQTT 3.1` in front, of that. */
  readonly clause: string;
  /** As the first bytes of a connection, or after a CONNECT of this version. */
  readonly after: 'nothing' | '3.1' | '3.1.1';
  readonly send: Buffer;
  /** Closed without a word, or answered so; a CONNACK other than 0 is followed by the end. */
  readonly expect: 'closed' | Buffer;
  /** Why we answer otherwise than the standard has it. Listed in docs/mqtt-conformance.md. */
  readonly left?: string;
};

export const silence = Buffer.alloc(0);
