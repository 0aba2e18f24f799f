import { loadSchemas } from '@azulejo/catalog';
import type { ChannelTemplate } from '@azulejo/contract';
import {
  createFaults,
  createVirtualDevice,
  type FaultName,
  mix,
  type Report,
  STEP_MS,
} from '../../connections/virtual-devices/index.ts';

/**
 * The beginning of simulated time, which is fixed so that runs are repeatable: a morning in March, in UTC.
 */
const EPOCH = Date.UTC(2026, 2, 21, 8);

export type Act = { readonly reports: readonly Report[]; readonly isOffline: boolean };

/** The actions of one device, in order. They are the same for the same template, seed and faults. */
export type Script = {
  /** Counts the acts so far. */
  readonly acts: number;
  next(): Act;
  read(componentId: string, propertyId: string): unknown;
  /** Returns the confirmation of a write, and what follows from it. */
  write(report: Report): readonly Report[];
  /** Returns the fault of the next answer. */
  ofAnswer: ReturnType<typeof createFaults>['ofAnswer'];
};

export type ScriptOptions = { seed: number; faults: readonly FaultName[] };

/** Creates scripts for devices of a template. `index` distinguishes devices with the same seed. */
export async function createScripts(template: ChannelTemplate, { seed, faults: names }: ScriptOptions) {
  const schemas = await loadSchemas();
  return (index: number): Script => {
    const own = mix(seed, index);
    const faults = createFaults(names, own);
    const device = createVirtualDevice({
      template,
      seed: own,
      schemaOf: (name) => schemas[name] ?? {},
      known: [],
      now: EPOCH,
    });
    let acts = 0;
    return {
      get acts() {
        return acts;
      },
      next() {
        acts += 1;
        return faults.pass(device.advance(EPOCH + acts * STEP_MS), acts);
      },
      read: device.read,
      write: (report) => device.write(report, EPOCH + acts * STEP_MS),
      ofAnswer: faults.ofAnswer,
    };
  };
}

/** Returns the number of acts in `seconds` of simulated time. */
export const actsIn = (seconds: number): number => Math.max(1, Math.round((seconds * 1000) / STEP_MS));
