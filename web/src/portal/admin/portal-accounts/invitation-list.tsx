import type { PortalInvitation } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../design/states.tsx';
import { When } from '../../../design/when.tsx';
import { usePortal } from '../../session/portal.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import framed from '../../ui/framed-list.module.css';
import classes from './people.module.css';
import { invitationsQuery, usePeopleChange } from './queries.ts';
import { roleLabel } from './roles.tsx';

/** Lists invitations that have not been used yet. */
export function InvitationList() {
  const portal = usePortal();
  const { data, error, refetch } = useQuery(invitationsQuery(portal));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || data.invitations.length === 0) return null;
  return (
    <Stack gap="sm" mt="sm">
      <Title order={2} size="h4">
        <Trans>Invited</Trans>
      </Title>
      <ul className={framed.list} aria-label={t`Invitations`}>
        {data.invitations.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Stack>
  );
}

function Invitation({
  invitation: { id, email, role, invited_by, expires },
}: {
  invitation: PortalInvitation;
}) {
  const portal = usePortal();
  const [isOpen, { open, close }] = useDisclosure();
  const action = usePeopleChange(
    () => portal.invitations.revoke({ invitation_id: id }),
    t`The invitation was revoked.`,
  );
  const whom = email ?? t`anyone with the link`;
  return (
    <li className={`${classes.row} ${classes.invitation}`}>
      <div className={classes.who}>
        <Text fw={600} className={classes.long ?? ''}>
          {email ?? t`Anyone with the link`}
        </Text>
        <Text size="sm" c="dimmed">
          <Trans>By</Trans> {invited_by ?? t`the operator`}
        </Text>
      </div>
      <div className={classes.facts}>
        <Text size="sm">{roleLabel(role)}</Text>
        <Text size="sm" c="dimmed">
          <Trans>
            Expires <When at={expires} />
          </Trans>
        </Text>
      </div>
      <Button variant="default" onClick={open} aria-label={t`Revoke the invitation for ${whom}`}>
        <Trans>Revoke</Trans>
      </Button>
      <ConfirmDialog
        title={t`Revoke the invitation?`}
        verb={t`Revoke`}
        isDangerous
        action={action}
        isOpen={isOpen}
        onClose={close}
      >
        <Text>
          <Trans>The link for {whom} no longer works.</Trans>
        </Text>
      </ConfirmDialog>
    </li>
  );
}
