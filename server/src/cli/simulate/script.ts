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

/** Simulated days begin here, so that a run does not depend on when it is made: a morning in March, by UTC. */
const EPOCH = Date.UTC(2026, 2, 21, 8);

export type Act = { readonly reports: readonly Report[]; readonly isOffline: boolean };

/** What one device does, act by act: the same for the same template, seed and faults. */
export type Script = {
  /** How many acts have passed. */
  readonly acts: number;
  next(): Act;
  read(componentId: string, propertyId: string): unknown;
  /** The confirmation of a write, and what follows from it. */
  write(report: Report): readonly Report[];
  /** What becomes of the next answer. */
  ofAnswer: ReturnType<typeof createFaults>['ofAnswer'];
};

export type ScriptOptions = { seed: number; faults: readonly FaultName[] };

/** Writes scripts for devices of a template; `index` tells those of one seed apart. */
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

/** How many acts there are in `seconds` of the devices' own time. */
export const actsIn = (seconds: number): number => Math.max(1, Math.round((seconds * 1000) / STEP_MS));
