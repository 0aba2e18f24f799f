import type { PortalSecurity } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { browserOf } from '../../../../design/browser-of.ts';
import { notify } from '../../../../design/notify.ts';
import { SessionItem, SessionList } from '../../../../design/session-list.tsx';
import { When } from '../../../../design/when.tsx';
import { usePortal } from '../../../session/portal.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Section } from '../../../ui/section.tsx';
import { useSecurityChange } from './queries.ts';

type OpenSession = PortalSecurity['sessions'][number];

/** Lists the open sessions of the person's own account. */
export function SessionsSection({ sessions }: { sessions: readonly OpenSession[] }) {
  const portal = usePortal();
  const [isConfirming, { open, close }] = useDisclosure();
  const endOthers = useSecurityChange(
    () => portal.security.endOtherSessions(),
    () => notify.done(t`You are signed out everywhere else.`),
  );
  return (
    <Section
      title={t`Where you are signed in`}
      text={t`If you do not recognize a session, sign it out and change your password.`}
    >
      <SessionList>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </SessionList>
      {sessions.length > 1 && (
        <Group>
          <Button variant="default" onClick={open}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        </Group>
      )}
      <ConfirmDialog
        title={t`Sign out everywhere else?`}
        verb={t`Sign out`}
        action={endOthers}
        isOpen={isConfirming}
        onClose={close}
      >
        <Text>
          <Trans>You stay signed in here.</Trans>
        </Text>
      </ConfirmDialog>
    </Section>
  );
}

function SessionRow({ session }: { session: OpenSession }) {
  const portal = usePortal();
  const { id, address, last_used } = session;
  const browser = browserOf(session.user_agent);
  const end = useSecurityChange(
    () => portal.security.endSession({ session_id: id }),
    () => notify.done(t`The session was signed out.`),
  );
  return (
    <SessionItem
      browser={browser}
      isCurrent={session.is_current}
      signOutLabel={t`Sign out of ${browser.name} at ${address}`}
      isEnding={end.isPending}
      onSignOut={() => end.mutate(undefined, { onError: notify.failed })}
    >
      <Text size="sm" c="dimmed">
        <Trans>
          {address} · Last used <When at={last_used} />
        </Trans>
      </Text>
    </SessionItem>
  );
}
