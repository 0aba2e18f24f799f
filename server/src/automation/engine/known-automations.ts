import type { AutomationChange } from '../../telemetry/events/index.ts';
import type { KnownAutomation } from '../definitions/index.ts';

/** Returns the automations of a home after a change that its log has, in their order. */
export function automationsAfter(
  automations: readonly KnownAutomation[],
  change: AutomationChange,
): readonly KnownAutomation[] {
  if ('removed' in change) return automations.filter(({ id }) => id !== change.removed);
  if ('order' in change) return reordered(automations, change.order);
  const { automation: id, enabled: isEnabled } = change;
  const before = automations.find((each) => each.id === id);
  const version = change.version ?? before?.version;
  if (version === undefined) return automations;
  const after = { id, version, isEnabled };
  return before ? automations.map((each) => (each === before ? after : each)) : [...automations, after];
}

function reordered(automations: readonly KnownAutomation[], order: readonly string[]): KnownAutomation[] {
  const byId = new Map(automations.map((each) => [each.id, each]));
  return [...new Set([...order, ...byId.keys()])].flatMap((id) => byId.get(id) ?? []);
}
