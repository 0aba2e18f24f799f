import type { PortalApplicationDetail, PortalConsequences } from '@azulejo/contract';
import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { counted } from '../../design/counted.ts';
import { ErrorState, LoadingState } from '../../design/states.tsx';
import { usePortal } from '../session/portal.ts';
import { consequencesQuery } from './data/queries.ts';

type Count = Exclude<keyof PortalConsequences, 'at_least'>;

/**
 * Returns a function that formats a count with its noun, with "at least" if the platform did not count all.
 */
const manyOf =
  (counts: PortalConsequences) =>
  (name: Count, one: string): string =>
    counts.at_least.includes(name)
      ? `${counts[name].toLocaleString()} or more ${one}s`
      : counted(counts[name], one);

/** Lists what depends on the application, in sentences that `say` builds from the counts. */
export function Consequences({
  application,
  say,
}: {
  application: PortalApplicationDetail;
  say: (counts: PortalConsequences) => readonly string[];
}) {
  const portal = usePortal();
  const counted = useQuery(consequencesQuery(portal, application.client_id));
  if (counted.isPending) return <LoadingState label="Counting what depends on it" />;
  if (counted.isError) return <ErrorState error={counted.error} onRetry={() => void counted.refetch()} />;
  const sentences = say(counted.data);
  if (sentences.length === 0) return <Text>Nothing depends on it.</Text>;
  return (
    <List spacing={6}>
      {sentences.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  );
}

export function sayDisabled(counts: PortalConsequences): string[] {
  const { users, sign_ins: signIns } = counts;
  const many = manyOf(counts);
  return [
    users > 0 ? `${many('users', 'user')} can no longer sign in.` : 'No one can sign in.',
    ...(signIns > 0
      ? [
          `${many('sign_ins', 'sign-in')} ${signIns === 1 ? 'stops' : 'stop'} working at once, also over MQTT, until it is enabled.`,
        ]
      : []),
    'Devices, tiles and values stay.',
  ];
}

export function sayDeleted(counts: PortalConsequences): string[] {
  const { users, sign_ins: signIns, channels, devices, tiles, others_channels: others } = counts;
  const many = manyOf(counts);
  const are = (count: number) => (count === 1 ? 'is' : 'are');
  return [
    ...(users > 0
      ? [`${many('users', 'user')}, with preferences, places and pictures, ${are(users)} deleted.`]
      : []),
    ...(signIns > 0 ? [`${many('sign_ins', 'sign-in')} ${signIns === 1 ? 'ends' : 'end'}.`] : []),
    ...(channels > 0
      ? [`${many('channels', 'channel')}, with values and history, ${are(channels)} deleted.`]
      : []),
    ...(devices > 0 ? [`${many('devices', 'device')} can no longer sign in.`] : []),
    ...(tiles > 0 ? [`${many('tiles', 'tile')} ${tiles === 1 ? 'goes' : 'go'} from people’s homes.`] : []),
    ...(others > 0
      ? [
          `${many('others_channels', 'channel')} of managers ${others === 1 ? 'stays with its manager' : 'stay with them'}; its users no longer see ${others === 1 ? 'it' : 'them'}.`,
        ]
      : []),
  ];
}
