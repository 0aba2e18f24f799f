import type { PortalInvitation } from '@azulejo/contract';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../design/states.tsx';
import { When } from '../../design/when.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import framed from '../parts/framed-list.module.css';
import { usePortal } from '../session/portal.ts';
import classes from './people.module.css';
import { invitationsQuery, usePeopleChange } from './queries.ts';
import { roleLabel } from './roles.tsx';

/** Invitations that were not used yet. */
export function InvitationList() {
  const portal = usePortal();
  const { data, error, refetch } = useQuery(invitationsQuery(portal));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || data.invitations.length === 0) return null;
  return (
    <Stack gap="sm" mt="sm">
      <Title order={2} size="h4">
        Invited
      </Title>
      <ul className={framed.list} aria-label="Invitations">
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
    'The invitation was revoked.',
  );
  const whom = email ?? 'anyone with the link';
  return (
    <li className={`${classes.row} ${classes.invitation}`}>
      <div className={classes.who}>
        <Text fw={600} className={classes.long ?? ''}>
          {email ?? 'Anyone with the link'}
        </Text>
        <Text size="sm" c="dimmed">
          By {invited_by ?? 'the operator'}
        </Text>
      </div>
      <div className={classes.facts}>
        <Text size="sm">{roleLabel(role)}</Text>
        <Text size="sm" c="dimmed">
          Expires <When at={expires} />
        </Text>
      </div>
      <Button variant="default" onClick={open} aria-label={`Revoke the invitation for ${whom}`}>
        Revoke
      </Button>
      <ConfirmDialog
        title="Revoke the invitation?"
        verb="Revoke"
        isDangerous
        action={action}
        isOpen={isOpen}
        onClose={close}
      >
        <Text>The link for {whom} no longer works.</Text>
      </ConfirmDialog>
    </li>
  );
}
