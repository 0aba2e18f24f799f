import type { OwnSession } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { browserOf } from '../../../design/browser-of.ts';
import { notify } from '../../../design/notify.ts';
import { SessionItem, SessionList } from '../../../design/session-list.tsx';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { When } from '../../../design/when.tsx';
import { useSession } from '../../data/session/session.ts';
import { Section } from '../preferences/section.tsx';
import classes from './account.module.css';
import { sessionsQuery } from './queries.ts';
import { useChange } from './use-change.ts';

/** Lists the browsers and apps in which the person is signed in. */
export function SessionsSection() {
  const { client } = useSession();
  const sessions = useQuery(sessionsQuery(client));
  const endOthers = useChange(
    () => client.ownSessions.endOthers(),
    () => notify.done(t`You are signed out everywhere else.`),
  );
  return (
    <Section title={t`Where you are signed in`}>
      <p className={classes.text}>
        <Trans>If you do not recognize one, sign it out and change your password.</Trans>
      </p>
      {sessions.isPending && <LoadingState />}
      {sessions.isError && <ErrorState error={sessions.error} onRetry={() => sessions.refetch()} />}
      {sessions.data && (
        <SessionList>
          {sessions.data.sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </SessionList>
      )}
      {sessions.data && sessions.data.total > 1 && (
        <Group mt="sm">
          <Button
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate(undefined, { onError: notify.failed })}
          >
            <Trans>Sign out everywhere else</Trans>
          </Button>
        </Group>
      )}
    </Section>
  );
}

function placeOf({ address, is_this_network: isHere }: OwnSession): string {
  if (isHere) return t`This network`;
  return address === null ? t`Network not known` : t`Network of ${address}`;
}

function SessionRow({ session }: { session: OwnSession }) {
  const { client } = useSession();
  const { application, user_agent: userAgent, created, last_used, shared } = session;
  const browser = browserOf(userAgent ?? '', application);
  const end = useChange(
    () => client.ownSessions.end({ session_id: session.id }),
    () => notify.done(t`The session was signed out.`),
  );
  return (
    <SessionItem
      browser={browser}
      isCurrent={session.is_current}
      signOutLabel={t`Sign out of ${browser.name}`}
      isEnding={end.isPending}
      onSignOut={() => end.mutate(undefined, { onError: notify.failed })}
    >
      <Text size="sm" c="dimmed">
        {application} · {placeOf(session)}
        {session.signed_in_with === 'passkey' && ` · ${t`Passkey`}`}
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>
          Signed in <When at={created} />, last used <When at={last_used} />
        </Trans>
      </Text>
      {shared && (
        <Text size="sm" c="var(--azulejo-bad)">
          <Trans>
            Also used from {shared.address}, <When at={shared.at} />. If that was not you, sign it out and
            change your password.
          </Trans>
        </Text>
      )}
    </SessionItem>
  );
}
