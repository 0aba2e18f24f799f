import type { Progress } from '../progress.ts';
import type { Script } from './script.ts';
import type { Credentials } from './sign-in.ts';
import type { Statistics } from './statistics.ts';

/** A device to be played: its credentials, the channel it speaks on, and what it does. */
export type Part = Credentials & { channelId: string; script: Script };

export type Stage = {
  /** Where HTTP is, without a trailing slash. */
  server: string;
  /** Where MQTT is; undefined is where the platform says when a device signs in. */
  broker: string | undefined;
  /** The certificate to be trusted, in PEM. */
  ca: Buffer | undefined;
  /** How much faster than the clock the devices live. */
  speed: number;
  /** New connections a second. */
  ramp: number;
  /** Of each device; undefined is until it is stopped. */
  acts: number | undefined;
  stop: AbortSignal;
  statistics: Statistics;
  progress: Progress;
};
