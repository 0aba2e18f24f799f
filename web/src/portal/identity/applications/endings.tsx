import type { PortalApplicationDetail } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { notify } from '../../../design/notify.ts';
import { usePortal } from '../../session/portal.ts';
import classes from '../../ui/action-rows.module.css';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { Consequences, deletionSentences, disablingSentences } from './consequences.tsx';
import { APPLICATIONS, applicationQuery } from './data/queries.ts';
import { useChange } from './data/use-change.ts';

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

type Props = { application: PortalApplicationDetail; isOpen: boolean; onClose: () => void };

function DeleteApplicationDialog({ application, isOpen, onClose }: Props) {
  const portal = usePortal();
  const { name, client_id: id } = application;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: (typed: string) => portal.applications.remove({ application_id: id, name: typed }),
    onSuccess: async () => {
      await navigate({ to: '/applications' });
      queries.removeQueries({ queryKey: applicationQuery(portal, id).queryKey });
      await queries.invalidateQueries({ queryKey: APPLICATIONS });
      notify.done(t`${name} is deleted.`);
    },
  });
  return (
    <DeleteDialog
      title={t`Delete ${name}?`}
      label={t`Type ${name} to delete it`}
      isConfirmed={(typed) => typed === name}
      action={remove}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Consequences application={application} sentencesOf={deletionSentences} />
      <Text size="sm">
        <Trans>This cannot be undone. Its audit log entries stay.</Trans>
      </Text>
    </DeleteDialog>
  );
}

function DisableDialog({ application, isOpen, onClose }: Props) {
  const portal = usePortal();
  const disable = useChange(
    () => portal.applications.setState({ application_id: application.client_id, state: 'disabled' }),
    { done: t`${application.name} is disabled.`, onFailed: null },
  );
  return (
    <ConfirmDialog
      title={t`Disable ${application.name}?`}
      verb={t`Disable`}
      isDangerous
      action={disable}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Consequences application={application} sentencesOf={disablingSentences} />
    </ConfirmDialog>
  );
}
