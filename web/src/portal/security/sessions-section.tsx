import type { PortalSecurity } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { browserOf } from '../../design/browser-of.ts';
import { IconDeviceDesktop, IconDeviceMobile } from '../../design/icons.generated.ts';
import { notify } from '../../design/notify.ts';
import { When } from '../../design/when.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Section } from '../parts/section.tsx';
import { usePortal } from '../session/portal.ts';
import { useSecurityChange } from './queries.ts';
import classes from './sessions.module.css';

type OpenSession = PortalSecurity['sessions'][number];

/** The open sessions of one's own account. */
export function SessionsSection({ sessions }: { sessions: readonly OpenSession[] }) {
  const portal = usePortal();
  const [isAsking, { open, close }] = useDisclosure();
  const endOthers = useSecurityChange(
    () => portal.security.endOtherSessions(),
    () => notify.done(t`You are signed out everywhere else.`),
  );
  return (
    <Section
      title={t`Where you are signed in`}
      text={t`If you do not recognize a session, sign it out and change your password.`}
    >
      <ul className={classes.list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
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
        isOpen={isAsking}
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
  const { id, is_current: isCurrent, address, user_agent, last_used } = session;
  const browser = browserOf(user_agent);
  const Icon = browser.isPhone ? IconDeviceMobile : IconDeviceDesktop;
  const end = useSecurityChange(
    () => portal.security.endSession({ session_id: id }),
    () => notify.done(t`The session was signed out.`),
  );
  return (
    <li className={classes.row}>
      <Icon size={22} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.what}>
        <Group gap="xs">
          <Text fw={600}>{browser.name}</Text>
          {isCurrent && (
            <Badge variant="light">
              <Trans>This one</Trans>
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          <Trans>
            {address} · Last used <When at={last_used} />
          </Trans>
        </Text>
      </div>
      {!isCurrent && (
        <Button
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate(undefined, { onError: notify.failed })}
          aria-label={t`Sign out of ${browser.name} at ${address}`}
        >
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  );
}
