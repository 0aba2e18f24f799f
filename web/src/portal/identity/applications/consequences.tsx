import type { PortalApplicationDetail, PortalConsequences } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { usePortal } from '../../session/portal.ts';
import { consequencesQuery } from './data/queries.ts';

type Count = Exclude<keyof PortalConsequences, 'at_least'>;

/** The count for a sentence, as "at least" when the platform did not count all. */
type Counted = { readonly count: number; readonly isWhole: boolean };
type Sentence = (counted: Counted) => string;

const sentenceIfAny = (counts: PortalConsequences, name: Count, sentence: Sentence): string[] =>
  counts[name] > 0 ? [sentence({ count: counts[name], isWhole: !counts.at_least.includes(name) })] : [];

/** Lists what depends on the application, in sentences that `sentencesOf` builds from the counts. */
export function Consequences({
  application,
  sentencesOf,
}: {
  application: PortalApplicationDetail;
  sentencesOf: (counts: PortalConsequences) => readonly string[];
}) {
  const portal = usePortal();
  const counted = useQuery(consequencesQuery(portal, application.client_id));
  if (counted.isPending) return <LoadingState label={t`Counting what depends on it`} />;
  if (counted.isError) return <ErrorState error={counted.error} onRetry={() => void counted.refetch()} />;
  const sentences = sentencesOf(counted.data);
  if (sentences.length === 0)
    return (
      <Text>
        <Trans>Nothing depends on it.</Trans>
      </Text>
    );
  return (
    <List spacing={6}>
      {sentences.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  );
}

const usersBlocked: Sentence = ({ count, isWhole }) =>
  isWhole
    ? plural(count, { one: '# user can no longer sign in.', other: '# users can no longer sign in.' })
    : plural(count, { other: '# or more users can no longer sign in.' });

const signInsStopped: Sentence = ({ count, isWhole }) =>
  isWhole
    ? plural(count, {
        one: '# sign-in stops working at once, also over MQTT, until it is enabled.',
        other: '# sign-ins stop working at once, also over MQTT, until it is enabled.',
      })
    : plural(count, {
        other: '# or more sign-ins stop working at once, also over MQTT, until it is enabled.',
      });

export const disablingSentences = (counts: PortalConsequences): string[] => [
  ...(counts.users > 0 ? sentenceIfAny(counts, 'users', usersBlocked) : [t`No one can sign in.`]),
  ...sentenceIfAny(counts, 'sign_ins', signInsStopped),
  t`Devices, tiles and values stay.`,
];

const deletions: readonly (readonly [Count, Sentence])[] = [
  [
    'users',
    ({ count, isWhole }) =>
      isWhole
        ? plural(count, {
            one: '# user, with preferences, places and pictures, is deleted.',
            other: '# users, with preferences, places and pictures, are deleted.',
          })
        : plural(count, { other: '# or more users, with preferences, places and pictures, are deleted.' }),
  ],
  [
    'sign_ins',
    ({ count, isWhole }) =>
      isWhole
        ? plural(count, { one: '# sign-in ends.', other: '# sign-ins end.' })
        : plural(count, { other: '# or more sign-ins end.' }),
  ],
  [
    'channels',
    ({ count, isWhole }) =>
      isWhole
        ? plural(count, {
            one: '# channel, with values and history, is deleted.',
            other: '# channels, with values and history, are deleted.',
          })
        : plural(count, { other: '# or more channels, with values and history, are deleted.' }),
  ],
  [
    'devices',
    ({ count, isWhole }) =>
      isWhole
        ? plural(count, { one: '# device can no longer sign in.', other: '# devices can no longer sign in.' })
        : plural(count, { other: '# or more devices can no longer sign in.' }),
  ],
  [
    'tiles',
    ({ count, isWhole }) =>
      isWhole
        ? plural(count, {
            one: '# tile is removed from people’s homes.',
            other: '# tiles are removed from people’s homes.',
          })
        : plural(count, { other: '# or more tiles are removed from people’s homes.' }),
  ],
  [
    'others_channels',
    ({ count, isWhole }) =>
      isWhole
        ? plural(count, {
            one: '# channel of managers stays with its manager; its users no longer see it.',
            other: '# channels of managers stay with them; its users no longer see them.',
          })
        : plural(count, {
            other: '# or more channels of managers stay with them; its users no longer see them.',
          }),
  ],
];

export const deletionSentences = (counts: PortalConsequences): string[] =>
  deletions.flatMap(([name, sentence]) => sentenceIfAny(counts, name, sentence));
