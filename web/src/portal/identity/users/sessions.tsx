import type { PortalUserDetails, PortalUserSession } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { When } from '../../../design/when.tsx';
import { usePortal } from '../../session/portal.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { sessionsQuery } from './queries.ts';
import classes from './rows.module.css';
import { useUserChange } from './use-user-change.ts';

type Props = { user: PortalUserDetails; mayChange: boolean };

/** Lists the open sessions of the user. */
export function Sessions({ user, mayChange }: Props) {
  const portal = usePortal();
  const found = useQuery(sessionsQuery(portal, user.id));
  const [isConfirming, confirming] = useDisclosure();
  const endAll = useUserChange(() => portal.users.endSessions({ user_id: user.id }), {
    done: t`${user.name} is signed out everywhere.`,
    onFailed: null,
  });
  const { sessions = [], total = 0 } = found.data ?? {};
  return (
    <Section title={t`Sessions`} text={t`Where the user is signed in now.`}>
      {found.isPending && <LoadingState label={t`Loading sessions`} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && total === 0 && (
        <Text c="dimmed">
          <Trans>No sessions.</Trans>
        </Text>
      )}
      {sessions.length > 0 && (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <Session key={session.id} userId={user.id} session={session} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {total > sessions.length && (
        <Text size="sm" c="dimmed">
          <Trans>And {(total - sessions.length).toLocaleString()} used less recently.</Trans>
        </Text>
      )}
      {mayChange && total > 1 && (
        <Group>
          <Button variant="default" onClick={confirming.open}>
            <Trans>Sign out everywhere…</Trans>
          </Button>
        </Group>
      )}
      <ConfirmDialog
        title={t`Sign ${user.name} out everywhere?`}
        verb={t`Sign out`}
        isDangerous
        action={endAll}
        isOpen={isConfirming}
        onClose={confirming.close}
      >
        <Text size="sm">
          <Trans>All apps will ask for the password again. Live connections end within seconds.</Trans>
        </Text>
      </ConfirmDialog>
    </Section>
  );
}

const types = () => ({ password: t`Password`, client_credentials: t`Application credentials` });

type SessionProps = { userId: string; session: PortalUserSession; mayChange: boolean };

function Session({ userId, session, mayChange }: SessionProps) {
  const portal = usePortal();
  const { id, address, type, created, last_used: lastUsed, shared } = session;
  const end = useUserChange(() => portal.users.endSession({ user_id: userId, session_id: id }), {
    done: t`The session was ended.`,
  });
  const place = address ?? t`Address unknown`;
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550} className={classes.name ?? ''}>
          {place}
        </Text>
        <Text size="sm" c="dimmed">
          <Trans>
            {types()[type]} · last used <When at={lastUsed} /> · since <When at={created} />
          </Trans>
        </Text>
        {shared && (
          <Text size="sm" c="var(--azulejo-bad)">
            <Trans>
              Also refreshed from {shared.address}, <When at={shared.at} />. If the user does not know that
              address, sign this session out.
            </Trans>
          </Text>
        )}
      </div>
      {mayChange && (
        <Button
          variant="default"
          size="sm"
          aria-label={t`Sign out the session from ${place}`}
          loading={end.isPending}
          onClick={() => end.mutate(undefined)}
        >
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  );
}
