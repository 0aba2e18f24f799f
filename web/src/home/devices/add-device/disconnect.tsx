import type { Bridge } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { errorText } from '../../../design/error-text.ts';
import { useHome } from '../../data/live/use-home.ts';
import { useSession } from '../../data/session/session.ts';
import { Sheet } from '../../kit/ui/sheet.tsx';

/** Disconnects a bridge, after a confirmation. */
export function Disconnect({ bridge }: { bridge: Bridge }) {
  const { client } = useSession();
  const { refresh } = useHome();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const remove = useMutation({
    mutationFn: async () => client.bridges.remove({ bridge_id: bridge.id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['bridges'] });
      refresh().catch(() => {});
      await navigate({ to: '/add/real', replace: true });
    },
  });
  return (
    <div>
      <Button variant="default" size="md" onClick={() => setConfirming(true)}>
        <Trans>Disconnect {bridge.name}</Trans>
      </Button>
      {isConfirming && (
        <Sheet opened onClose={() => setConfirming(false)} title={t`Disconnect ${bridge.name}`} size="sm">
          <Stack>
            <Text>
              <Trans>
                Its devices leave your home, with their values and history. Nothing changes on the devices
                themselves.
              </Trans>
            </Text>
            <Text c="var(--azulejo-bad)" size="sm" role="alert">
              {remove.isError ? errorText(remove.error) : ''}
            </Text>
            <DialogButtons onCancel={() => setConfirming(false)}>
              <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
                <Trans>Disconnect</Trans>
              </Button>
            </DialogButtons>
          </Stack>
        </Sheet>
      )}
    </div>
  );
}
