import { i18n } from '@lingui/core';
import { plural } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../data/session/session.ts';
import { automationsQuery } from '../data/automations-query.ts';
import { type Named, names } from './device-use.ts';

/** The maximum number of automations that are named; the others are counted. */
const MAX_NAMED = 5;

/** Warns before something is removed that automations name: they go on without it, or do not run. */
export function AffectedAutomations({ named }: { named: Named }) {
  const { client } = useSession();
  const { data } = useQuery(automationsQuery(client));
  const labels = (data?.elements ?? [])
    .filter(
      ({ id, definition: { when, onlyIf, then } }) => id !== named.id && names([when, onlyIf, then], named),
    )
    .map(({ definition }) => definition.label);
  if (labels.length === 0) return null;
  const others = labels.length - MAX_NAMED;
  const listed = [
    ...labels.slice(0, MAX_NAMED),
    ...(others > 0 ? [plural(others, { one: '# other', other: '# others' })] : []),
  ];
  const list = new Intl.ListFormat(i18n.locale || 'en', { type: 'conjunction' }).format(listed);
  return (
    <Text mt="sm">
      {plural(labels.length, {
        one: `An automation uses it: ${list}. It goes on without it, or does not run any more.`,
        other: `# automations use it: ${list}. They go on without it, or do not run any more.`,
      })}
    </Text>
  );
}
