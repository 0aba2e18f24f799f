import { testsOfAutomation } from './regions.ts';
import type { LoopAutomation } from './types.ts';

/** Returns the properties that the automation depends on or sets. */
const propertiesOf = (automation: LoopAutomation): readonly string[] => [
  ...testsOfAutomation(automation).map(({ property }) => property),
  ...automation.steps.flatMap((step) => ('set' in step ? [step.set] : [])),
];

/** Divides automations into groups that have no property in common. Each keeps the order of the automations. */
export function divideByProperties(
  automations: readonly LoopAutomation[],
): readonly (readonly LoopAutomation[])[] {
  let groups: { automations: readonly LoopAutomation[]; properties: readonly string[] }[] = [];
  for (const automation of automations) {
    const properties = propertiesOf(automation);
    const joined = groups.filter((group) => group.properties.some((each) => properties.includes(each)));
    groups = [
      ...groups.filter((group) => !joined.includes(group)),
      {
        automations: [...joined.flatMap((group) => group.automations), automation],
        properties: [...joined.flatMap((group) => group.properties), ...properties],
      },
    ];
  }
  return groups.map((group) => automations.filter((each) => group.automations.includes(each)));
}
