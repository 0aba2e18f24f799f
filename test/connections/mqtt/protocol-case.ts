/** The fourteen packets of MQTT 3.1.1, and `none` for anything else. */
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
  /** Clause of MQTT 3.1.1, or of MQTT 3.1 when it begins with `MQTT 3.1`. */
  readonly clause: string;
  /** Whether the bytes are the first of a connection, or follow a CONNECT of this version. */
  readonly after: 'nothing' | '3.1' | '3.1.1';
  readonly send: Buffer;
  /** Closed without an answer, or the answer. A CONNACK other than 0 is followed by a close. */
  readonly expect: 'closed' | Buffer;
  /** Why the broker deviates from the standard. Listed in docs/mqtt-conformance.md. */
  readonly left?: string;
};

export const silence = Buffer.alloc(0);
