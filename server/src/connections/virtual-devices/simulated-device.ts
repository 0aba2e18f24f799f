import type { VirtualDevice } from './device.ts';
import type { Faults } from './faults.ts';

/** Interval between the steps of a device. */
export const STEP_MS = 5_000;

export type SimulatedDevice = {
  readonly channelId: string;
  readonly device: VirtualDevice;
  readonly faults: Faults;
  /** When its instructions last changed, as of its start. */
  readonly updated: number;
  /** The offset of its steps, which spreads the reports of all devices over time. */
  readonly phase: number;
  /** The last step that was simulated. */
  step: number;
  isOffline: boolean;
};

/**
 * Returns the number of the last step that began. It depends on the time alone, so it is the same after a restart.
 */
export const stepAt = (now: number, phase: number): number => Math.floor((now - phase) / STEP_MS);

/** Returns when a step begins. */
export const startOf = (step: number, phase: number): number => step * STEP_MS + phase;
