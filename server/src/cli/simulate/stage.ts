import type { Progress } from '../progress.ts';
import type { Script } from './script.ts';
import type { Credentials } from './sign-in.ts';
import type { Statistics } from './statistics.ts';

/** A device to simulate: its credentials, its channel, and its script. */
export type Part = Credentials & { channelId: string; script: Script };

export type Stage = {
  /** The URL of HTTP, without a trailing slash. */
  server: string;
  /** The URL of MQTT; undefined for the one that the platform returns when a device signs in. */
  broker: string | undefined;
  /** Trusted by the simulated devices, in PEM. */
  ca: Buffer | undefined;
  /** How much faster than real time the devices run. */
  speed: number;
  /** Limits new connections per second. */
  ramp: number;
  /** Number of acts of each device; undefined runs until it is stopped. */
  acts: number | undefined;
  stop: AbortSignal;
  statistics: Statistics;
  progress: Progress;
};
