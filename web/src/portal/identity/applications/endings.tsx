import type { PortalApplicationDetail } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { usePortal } from '../../session/portal.ts';
import classes from '../../ui/action-rows.module.css';
import { Section } from '../../ui/section.tsx';
import { useChange } from './data/use-change.ts';
import { DeleteApplicationDialog } from './delete-application-dialog.tsx';
import { DisableDialog } from './disable-dialog.tsx';

/** Disables, enables and deletes the application; each action explains its consequences first. */
export function Endings({ application }: { application: PortalApplicationDetail }) {
  const portal = usePortal();
  const [isDisabling, disabling] = useDisclosure();
  const [isDeleting, deleting] = useDisclosure();
  const isEnabled = application.state === 'enabled';
  const enable = useChange(
    () => portal.applications.setState({ application_id: application.client_id, state: 'enabled' }),
    { done: t`${application.name} is enabled.` },
  );
  return (
    <Section title={t`Disable or delete`}>
      <div className={classes.row}>
        <Text size="sm">
          {isEnabled
            ? t`While it is disabled, no one can sign in with it and its tokens do not work. Nothing is lost.`
            : t`It is disabled: no one can sign in with it. Enable it, and everything works as before.`}
        </Text>
        {isEnabled ? (
          <Button variant="default" onClick={disabling.open}>
            <Trans>Disable…</Trans>
          </Button>
        ) : (
          <Button loading={enable.isPending} onClick={() => enable.mutate(undefined)}>
            <Trans>Enable</Trans>
          </Button>
        )}
      </div>
      <div className={classes.row}>
        <Text size="sm">
          {application.is_home
            ? t`People sign in at /home with it, so it cannot be deleted.`
            : t`Deletes it permanently, with everything that belongs to it.`}
        </Text>
        <Group>
          <Button color="red" variant="light" disabled={application.is_home} onClick={deleting.open}>
            <Trans>Delete…</Trans>
          </Button>
        </Group>
      </div>
      <DisableDialog application={application} isOpen={isDisabling} onClose={disabling.close} />
      <DeleteApplicationDialog application={application} isOpen={isDeleting} onClose={deleting.close} />
    </Section>
  );
}
