import type { PortalUserDetails } from '@azulejo/contract';
import { AzulejoError } from '@azulejo/sdk';
import type { Portal } from '@azulejo/sdk/portal';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { List, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { notify } from '../../../design/notify.ts';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { usePortal } from '../../session/portal.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { removalQuery, USERS, userQuery } from './queries.ts';

type Props = { user: PortalUserDetails; isOpen: boolean; onClose: () => void };

export function DeleteUserDialog({ user, isOpen, onClose }: Props) {
  const portal = usePortal();
  const { id, name, email } = user;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: (typed: string) => removeWhole(portal, id, typed),
    onSuccess: async () => {
      await navigate({ to: '/users' });
      queries.removeQueries({ queryKey: userQuery(portal, id).queryKey });
      await queries.invalidateQueries({ queryKey: USERS });
      notify.done(t`${name} is deleted.`);
    },
  });
  return (
    <DeleteDialog
      title={t`Delete ${name}?`}
      label={t`Type ${email} to delete the user`}
      isConfirmed={(typed) => typed.toLowerCase() === email.toLowerCase()}
      action={remove}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Losses userId={id} />
      <Text size="sm">
        <Trans>This cannot be undone. Audit log entries stay.</Trans>
      </Text>
    </DeleteDialog>
  );
}

/** Shows what is deleted with the user, counted now. */
function Losses({ userId }: { userId: string }) {
  const portal = usePortal();
  const losses = useQuery(removalQuery(portal, userId));
  if (losses.isPending) return <LoadingState label={t`Counting what will be deleted`} />;
  if (losses.isError) return <ErrorState error={losses.error} onRetry={() => void losses.refetch()} />;
  const { channels, shared_channels: shared, tiles, places, uploads, sessions } = losses.data;
  return (
    <List spacing={6}>
      <List.Item>
        <Trans>
          Ends at once: <Plural value={sessions} one="# session" other="# sessions" />.
        </Trans>
      </List.Item>
      <List.Item>
        <Trans>
          Deletes: <Plural value={channels} one="# device" other="# devices" /> that only this user has, with
          values and history; <Plural value={tiles} one="# tile" other="# tiles" />,{' '}
          <Plural value={places} one="# place" other="# places" />,{' '}
          <Plural value={uploads} one="# picture" other="# pictures" />.
        </Trans>
      </List.Item>
      {shared > 0 && (
        <List.Item>
          <Trans>
            Stays with other users: <Plural value={shared} one="# device" other="# devices" />.
          </Trans>
        </List.Item>
      )}
    </List>
  );
}

/**
 * Repeats the request until the user is deleted: with a large home the platform responds before it has
 * finished.
 */
async function removeWhole(portal: Portal, userId: string, email: string): Promise<void> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      const { done } = await portal.users.remove({ user_id: userId, email });
      if (done) return;
    } catch (error) {
      if (isAgain && error instanceof AzulejoError && error.status === 404) return;
      throw error;
    }
  }
}
