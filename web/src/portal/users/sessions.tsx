import type { PortalUserDetails, PortalUserSession } from '@azulejo/contract';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '../../design/states.tsx';
import { When } from '../../design/when.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Section } from '../parts/section.tsx';
import { usePortal } from '../session/portal.ts';
import { sessionsQuery } from './queries.ts';
import classes from './sessions.module.css';
import { useUserChange } from './use-user-change.ts';

type Props = { user: PortalUserDetails; mayChange: boolean };

/** The open sessions of the user. */
export function Sessions({ user, mayChange }: Props) {
  const portal = usePortal();
  const found = useQuery(sessionsQuery(portal, user.id));
  const [isAsking, asking] = useDisclosure();
  const endAll = useUserChange(() => portal.users.endSessions({ user_id: user.id }), {
    done: `${user.name} is signed out everywhere.`,
    onFailed: null,
  });
  const { sessions = [], total = 0 } = found.data ?? {};
  return (
    <Section title="Sessions" text="Where the user is signed in now.">
      {found.isPending && <LoadingState label="Loading sessions" />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && total === 0 && <Text c="dimmed">No sessions.</Text>}
      {sessions.length > 0 && (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <Session key={session.id} userId={user.id} session={session} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {total > sessions.length && (
        <Text size="sm" c="dimmed">
          And {(total - sessions.length).toLocaleString()} used less recently.
        </Text>
      )}
      {mayChange && total > 1 && (
        <Group>
          <Button variant="default" onClick={asking.open}>
            Sign out everywhere…
          </Button>
        </Group>
      )}
      <ConfirmDialog
        title={`Sign ${user.name} out everywhere?`}
        verb="Sign out"
        isDangerous
        action={endAll}
        isOpen={isAsking}
        onClose={asking.close}
      >
        <Text size="sm">All apps will ask for the password again. Live connections end within seconds.</Text>
      </ConfirmDialog>
    </Section>
  );
}

const types = { password: 'Password', client_credentials: 'Application credentials' };

type SessionProps = { userId: string; session: PortalUserSession; mayChange: boolean };

function Session({ userId, session, mayChange }: SessionProps) {
  const portal = usePortal();
  const { id, address, type, created, last_used: lastUsed, shared } = session;
  const end = useUserChange(() => portal.users.endSession({ user_id: userId, session_id: id }), {
    done: 'The session was ended.',
  });
  const place = address ?? 'Address unknown';
  return (
    <li className={classes.session}>
      <div className={classes.words}>
        <Text fw={550} className={classes.place ?? ''}>
          {place}
        </Text>
        <Text size="sm" c="dimmed">
          {types[type]} · last used <When at={lastUsed} /> · since <When at={created} />
        </Text>
        {shared && (
          <Text size="sm" c="red.8">
            Also refreshed from {shared.address}, <When at={shared.at} />. If the user does not know that
            address, sign this session out.
          </Text>
        )}
      </div>
      {mayChange && (
        <Button
          variant="default"
          size="sm"
          aria-label={`Sign out the session from ${place}`}
          loading={end.isPending}
          onClick={() => end.mutate(undefined)}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
