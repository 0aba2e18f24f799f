import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconUserPlus } from '../../../design/page-icons.generated.ts';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { usePortal } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import { AccountList } from './account-list.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { accountsQuery } from './queries.ts';

/** Lists the accounts of the portal, and pending invitations. */
export function AccountsPage() {
  const portal = usePortal();
  const isOwner = useMay('owner');
  const [isInviting, inviting] = useDisclosure();
  const { data, error, refetch } = useQuery(accountsQuery(portal));
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>
          <Trans>People</Trans>
        </Title>
        {isOwner && (
          <Button leftSection={<IconUserPlus size={18} stroke={1.6} />} onClick={inviting.open}>
            <Trans>Invite</Trans>
          </Button>
        )}
      </Group>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState />}
      {data && <AccountList accounts={data.accounts} />}
      {isOwner && <InvitationList />}
      {isOwner && <InviteDialog isOpen={isInviting} onClose={inviting.close} />}
    </Stack>
  );
}
