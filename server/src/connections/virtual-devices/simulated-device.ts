import type { VirtualDevice } from './device.ts';
import type { Faults } from './faults.ts';

/** How often a device goes on. */
export const STEP_MS = 5_000;

/** A device that is being played. */
export type Played = {
  readonly channelId: string;
  readonly device: VirtualDevice;
  readonly faults: Faults;
  /** When it was last told what to do, as it is played. */
  readonly updated: number;
  /** Devices go on at different moments, so that their reports do not come all at once. */
  readonly phase: number;
  /** The last that it has gone through. */
  step: number;
  isOffline: boolean;
};

/** The number of the step that began last. The same for every run at the same time. */
export const stepAt = (now: number, phase: number): number => Math.floor((now - phase) / STEP_MS);

/** When a step begins. */
export const startOf = (step: number, phase: number): number => step * STEP_MS + phase;
