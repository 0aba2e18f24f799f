import type { PortalApplicationDetail, PortalConsequences } from '@azulejo/contract';
import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { counted } from '../../design/counted.ts';
import { ErrorState, LoadingState } from '../../design/states.tsx';
import { consequencesQuery } from './queries.ts';

/** From here on the platform says "so many or more". */
const COUNTED = 100_000;

const many = (count: number, one: string): string =>
  counted(Math.min(count, COUNTED), one, `${count < COUNTED ? '' : 'or more '}${one}s`);

/** What hangs on the application, in sentences that `say` makes of the counts. */
export function Consequences({
  application,
  say,
}: {
  application: PortalApplicationDetail;
  say: (counts: PortalConsequences) => readonly string[];
}) {
  const counted = useQuery(consequencesQuery(application.client_id));
  if (counted.isPending) return <LoadingState label="Counting what hangs on it" />;
  if (counted.isError) return <ErrorState error={counted.error} onRetry={() => void counted.refetch()} />;
  const sentences = say(counted.data);
  if (sentences.length === 0) return <Text>Nothing hangs on it.</Text>;
  return (
    <List spacing={6}>
      {sentences.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  );
}

export function sayDisabled({ users, sign_ins: signIns }: PortalConsequences): string[] {
  return [
    users > 0 ? `${many(users, 'user')} can no longer sign in.` : 'Nobody can sign in.',
    ...(signIns > 0
      ? [
          `${many(signIns, 'sign-in')} ${signIns === 1 ? 'stops' : 'stop'} working at once, also over MQTT, until it is enabled.`,
        ]
      : []),
    'Devices, tiles and values stay.',
  ];
}

export function sayDeleted(counts: PortalConsequences): string[] {
  const { users, sign_ins: signIns, channels, devices, tiles, others_channels: others } = counts;
  const are = (count: number) => (count === 1 ? 'is' : 'are');
  return [
    ...(users > 0
      ? [`${many(users, 'user')}, with preferences, places and pictures, ${are(users)} deleted.`]
      : []),
    ...(signIns > 0 ? [`${many(signIns, 'sign-in')} ${signIns === 1 ? 'ends' : 'end'}.`] : []),
    ...(channels > 0
      ? [`${many(channels, 'channel')}, with values and history, ${are(channels)} deleted.`]
      : []),
    ...(devices > 0 ? [`${many(devices, 'device')} can no longer sign in.`] : []),
    ...(tiles > 0 ? [`${many(tiles, 'tile')} ${tiles === 1 ? 'goes' : 'go'} from people’s homes.`] : []),
    ...(others > 0
      ? [
          `${many(others, 'channel')} of managers ${others === 1 ? 'stays with its manager' : 'stay with them'}; its users no longer see ${others === 1 ? 'it' : 'them'}.`,
        ]
      : []),
  ];
}
