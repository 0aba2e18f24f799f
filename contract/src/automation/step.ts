import { type Static, Type } from 'typebox';
import type { AutomationCondition } from './condition.ts';
import { oneOfKinds } from './one-of-kinds.ts';
import { AutomationControlStep } from './steps/automation.ts';
import { AutomationIfStep } from './steps/if.ts';
import { AutomationNotifyStep } from './steps/notify.ts';
import { AutomationSceneStep } from './steps/scene.ts';
import { AutomationSetStep } from './steps/set.ts';
import { AutomationWaitStep } from './steps/wait.ts';
import { AutomationWaitUntilStep } from './steps/wait-until.ts';
import { AutomationWebhookStep } from './steps/webhook.ts';

/** A step of an automation. */
export type AutomationStep =
  | AutomationSetStep
  | Static<typeof AutomationWaitStep>
  | Static<typeof AutomationWaitUntilStep>
  | AutomationNotifyStep
  | Static<typeof AutomationWebhookStep>
  | Static<typeof AutomationSceneStep>
  | Static<typeof AutomationControlStep>
  | {
      kind: 'if';
      id?: string;
      for?: string[];
      if: AutomationCondition;
      then: AutomationStep[];
      else?: AutomationStep[];
    };
export type AutomationStepKind = AutomationStep['kind'];

/** A step of an automation: one of the kinds of `steps/`. */
export const AutomationStep = Type.Unsafe<AutomationStep>(
  oneOfKinds(
    [
      AutomationSetStep,
      AutomationWaitStep,
      AutomationWaitUntilStep,
      AutomationNotifyStep,
      AutomationWebhookStep,
      AutomationSceneStep,
      AutomationControlStep,
      AutomationIfStep,
    ],
    'The step.',
  ),
);
