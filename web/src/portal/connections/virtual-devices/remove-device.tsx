import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notify } from '../../../design/notify.ts';
import { usePortal } from '../../session/portal.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { deviceQuery, VIRTUAL_DEVICES } from './queries.ts';

export function RemoveDevice({ id, name }: { id: string; name: string }) {
  const portal = usePortal();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation({
    mutationFn: () => portal.virtualDevices.remove({ channel_id: id }),
    onSuccess: async () => {
      await navigate({ to: '/virtual-devices' });
      queries.removeQueries({ queryKey: deviceQuery(portal, id).queryKey });
      await queries.invalidateQueries({ queryKey: VIRTUAL_DEVICES });
      notify.done(t`${name} was removed.`);
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        <Trans>Remove</Trans>
      </Button>
      <ConfirmDialog
        title={t`Remove ${name}?`}
        verb={t`Remove`}
        isDangerous
        action={remove}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <Text>
          <Trans>Removes it from every home, with its tiles and all stored data.</Trans>
        </Text>
      </ConfirmDialog>
    </>
  );
}
