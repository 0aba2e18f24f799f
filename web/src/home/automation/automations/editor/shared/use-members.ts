import type { AutomationPropertyGroup } from '@azulejo/contract';
import { useMemo } from 'react';
import { useHome } from '../../../../data/live/use-home.ts';
import { type Member, membersOf } from '../words/groups.ts';

/** Returns the group of properties that a part is about. */
export function groupIn(part: Readonly<Record<string, unknown>>): AutomationPropertyGroup | undefined {
  const holder = part['kind'] === 'set' ? part['set'] : part;
  const isHolder = typeof holder === 'object' && holder !== null && 'properties' in holder;
  return isHolder ? (holder.properties as AutomationPropertyGroup) : undefined;
}

/** Returns the properties that belong to a group now; none without a group. */
export function useMembers(group: AutomationPropertyGroup | undefined): readonly Member[] {
  const { channels, tiles, groups } = useHome();
  return useMemo(
    () => (group ? membersOf(group, { channels, tiles, groups }) : []),
    [group, channels, tiles, groups],
  );
}
