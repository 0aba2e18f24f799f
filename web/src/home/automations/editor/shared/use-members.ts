import type { AgentPropertyGroup } from '@azulejo/contract';
import { useMemo } from 'react';
import { useHome } from '../../../live/use-home.ts';
import { type Member, membersOf } from '../words/groups.ts';

/** Returns the group of properties that a part is about. */
export function groupIn(part: Readonly<Record<string, unknown>>): AgentPropertyGroup | undefined {
  const holder = 'set' in part ? part['set'] : part;
  const isHolder = typeof holder === 'object' && holder !== null && 'properties' in holder;
  return isHolder ? (holder.properties as AgentPropertyGroup) : undefined;
}

/** Returns the properties that belong to a group now; none without a group. */
export function useMembers(group: AgentPropertyGroup | undefined): readonly Member[] {
  const { channels, tiles, groups } = useHome();
  return useMemo(
    () => (group ? membersOf(group, { channels, tiles, groups }) : []),
    [group, channels, tiles, groups],
  );
}
