import { testsOfAgent } from './regions.ts';
import type { LoopAgent } from './types.ts';

/** Returns the properties that the agent depends on or sets. */
const propertiesOf = (agent: LoopAgent): readonly string[] => [
  ...testsOfAgent(agent).map(({ property }) => property),
  ...agent.steps.flatMap((step) => ('set' in step ? [step.set] : [])),
];

/** Divides agents into groups that have no property in common. Each keeps the order of the agents. */
export function divideByProperties(agents: readonly LoopAgent[]): readonly (readonly LoopAgent[])[] {
  let groups: { agents: readonly LoopAgent[]; properties: readonly string[] }[] = [];
  for (const agent of agents) {
    const properties = propertiesOf(agent);
    const joined = groups.filter((group) => group.properties.some((each) => properties.includes(each)));
    groups = [
      ...groups.filter((group) => !joined.includes(group)),
      {
        agents: [...joined.flatMap((group) => group.agents), agent],
        properties: [...joined.flatMap((group) => group.properties), ...properties],
      },
    ];
  }
  return groups.map((group) => agents.filter((each) => group.agents.includes(each)));
}
