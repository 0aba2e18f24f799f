import type { PortalUserDetails } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload } from '../../../design/page-icons.generated.ts';
import { usePortal } from '../../session/portal.ts';
import classes from '../../ui/action-rows.module.css';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { useUserChange } from './use-user-change.ts';

/**
 * Exports the user's data, and disables and deletes the user; each action explains its consequences first.
 */
export function UserEndings({ user }: { user: PortalUserDetails }) {
  const [isDeleting, deleting] = useDisclosure();
  return (
    <Section title={t`Data, disable and delete`}>
      <div className={classes.row}>
        <Text size="sm">
          <Trans>
            Everything stored about the user as one JSON file: account, home, values, history and events,
            without secrets. The download is recorded in the audit log.
          </Trans>
        </Text>
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.6} />}
          href={`/portal/api/users/${encodeURIComponent(user.id)}/export`}
          download
        >
          <Trans>Download data</Trans>
        </Button>
      </div>
      <Disable user={user} />
      <div className={classes.row}>
        <Text size="sm">
          <Trans>Deletes the user permanently, with everything that belongs only to this user.</Trans>
        </Text>
        <Button color="red" variant="light" onClick={deleting.open}>
          <Trans>Delete…</Trans>
        </Button>
      </div>
      <DeleteUserDialog user={user} isOpen={isDeleting} onClose={deleting.close} />
    </Section>
  );
}

function Disable({ user }: { user: PortalUserDetails }) {
  const portal = usePortal();
  const { id, name } = user;
  const [isConfirming, confirming] = useDisclosure();
  const disable = useUserChange(() => portal.users.setState({ user_id: id, state: 'inactive' }), {
    done: t`${name} is disabled.`,
    onFailed: null,
  });
  const enable = useUserChange(() => portal.users.setState({ user_id: id, state: 'active' }), {
    done: t`${name} can sign in again.`,
  });
  return (
    <div className={classes.row}>
      <Text size="sm">
        {user.state === 'active'
          ? t`While disabled, the user is signed out and cannot sign in. Nothing is lost.`
          : t`The user is disabled. Once enabled, the user can sign in again and finds everything unchanged.`}
      </Text>
      {user.state === 'active' ? (
        <Button variant="default" onClick={confirming.open}>
          <Trans>Disable…</Trans>
        </Button>
      ) : (
        <Button loading={enable.isPending} onClick={() => enable.mutate(undefined)}>
          <Trans>Enable</Trans>
        </Button>
      )}
      <ConfirmDialog
        title={t`Disable ${name}?`}
        verb={t`Disable`}
        isDangerous
        action={disable}
        isOpen={isConfirming}
        onClose={confirming.close}
      >
        <Text size="sm">
          <Trans>
            The user is signed out everywhere at once, including MQTT, and cannot sign in. Devices, tiles and
            values stay.
          </Trans>
        </Text>
      </ConfirmDialog>
    </div>
  );
}
