import type { Verdict } from '@azulejo/automations';
import {
  describeCondition,
  describeStep,
  describeVerdictValue,
  type HistoryWording,
} from '@azulejo/automations/words/history';
import {
  type AutomationProperty,
  type AutomationStepRecord,
  type AutomationVerdict,
  toTimestamp,
} from '@azulejo/contract';
import type { Address } from '@azulejo/model';

/** What the API says of the parts of one definition. */
export type PartWords = {
  readonly verdict: (verdict: Verdict) => AutomationVerdict;
  /** Adds its words to what a step did. */
  readonly step: (step: Omit<AutomationStepRecord, 'text'>) => AutomationStepRecord;
};

export const toProperty = ({ channel, component, property }: Address): AutomationProperty => ({
  channel,
  component,
  property,
});

export const partWords = (wording: HistoryWording): PartWords => ({
  verdict(verdict) {
    const { id, is, value, since, of } = verdict;
    const valueText = describeVerdictValue(verdict, wording);
    return {
      id,
      text: describeCondition(verdict, wording),
      is,
      ...(value === undefined ? {} : { value }),
      ...(valueText === undefined ? {} : { value_text: valueText }),
      ...(since === undefined ? {} : { since: toTimestamp(since) }),
      ...(of === undefined ? {} : { of: toProperty(of) }),
    };
  },
  step: (step) => ({ ...step, text: describeStep(step, wording) }),
});
