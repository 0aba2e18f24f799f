import type { AutomationStepKind } from '@azulejo/contract';
import { automation } from './automation.ts';
import { branch } from './if.ts';
import { notify } from './notify.ts';
import { scene } from './scene.ts';
import { set } from './set.ts';
import type { StepKind } from './step-kind.ts';
import { wait } from './wait.ts';
import { waitUntil } from './wait-until.ts';
import { webhook } from './webhook.ts';

/** The kinds of steps, each in the file of its name, in the order in which the editor offers them. */
export const STEPS: Readonly<Record<AutomationStepKind, StepKind>> = {
  set,
  wait,
  'wait-until': waitUntil,
  if: branch,
  notify,
  scene,
  automation,
  webhook,
};

/** Returns the kind of a step, which may be unfinished; undefined for one without a known kind. */
export const stepKindOf = ({ kind }: { readonly kind?: unknown }): StepKind | undefined =>
  typeof kind === 'string' && Object.hasOwn(STEPS, kind) ? STEPS[kind as AutomationStepKind] : undefined;
