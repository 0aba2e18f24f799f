import type { AgentChange } from '../../state/events/index.ts';
import type { KnownAgent } from '../agents/index.ts';

/** Returns the agents of a home after a change that its log has, in their order. */
export function agentsAfter(agents: readonly KnownAgent[], change: AgentChange): readonly KnownAgent[] {
  if ('removed' in change) return agents.filter(({ id }) => id !== change.removed);
  if ('order' in change) return reordered(agents, change.order);
  const { agent: id, enabled: isEnabled } = change;
  const before = agents.find((each) => each.id === id);
  const version = change.version ?? before?.version;
  if (version === undefined) return agents;
  const after = { id, version, isEnabled };
  return before ? agents.map((each) => (each === before ? after : each)) : [...agents, after];
}

function reordered(agents: readonly KnownAgent[], order: readonly string[]): KnownAgent[] {
  const byId = new Map(agents.map((each) => [each.id, each]));
  return [...new Set([...order, ...byId.keys()])].flatMap((id) => byId.get(id) ?? []);
}
