import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { CopyField } from '../../../design/copy-field.tsx';
import { notify } from '../../../design/notify.ts';
import { usePortal } from '../../session/portal.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/section.tsx';

/** Shows how the manager recognizes calls of the platform. */
export function Signing({ managerId }: { managerId: string }) {
  const portal = usePortal();
  const show = useMutation({
    mutationFn: () => portal.managers.signingKey({ manager_id: managerId }),
    onError: notify.failed,
    // The key leaves the memory of the page with the section.
    gcTime: 0,
  });
  return (
    <Section
      title={t`Signing`}
      text={t`Webhooks are signed as Standard Webhooks describes, for managers that check signatures. Others check the confirmation hash in the Authorization header.`}
    >
      {show.data ? (
        <CopyField
          label={t`Signing key`}
          value={show.data.signing_key}
          description={t`It changes with azulejo keys rotate; until the next rotation, webhooks are also signed with the previous key.`}
        />
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>The audit log records who shows the key.</Trans>
        </Text>
      )}
      <Group gap="sm">
        {show.data ? (
          <Button variant="default" onClick={() => show.reset()}>
            <Trans>Hide signing key</Trans>
          </Button>
        ) : (
          <Button variant="default" loading={show.isPending} onClick={() => show.mutate()}>
            <Trans>Show signing key</Trans>
          </Button>
        )}
        <RenewHash managerId={managerId} />
      </Group>
    </Section>
  );
}

function RenewHash({ managerId }: { managerId: string }) {
  const portal = usePortal();
  const [isOpen, { open, close }] = useDisclosure();
  const renew = useMutation({
    mutationFn: () => portal.managers.renewHash({ manager_id: managerId }),
    onSuccess: () => notify.done(t`The confirmation hash was renewed.`),
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        <Trans>Renew confirmation hash…</Trans>
      </Button>
      <ConfirmDialog
        title={t`Renew the confirmation hash?`}
        verb={t`Renew`}
        action={renew}
        isOpen={isOpen}
        onClose={close}
      >
        <Text>
          <Trans>
            Do this when someone else may know it. Managers that follow the SDK read the new hash with the
            next call; others must read it from the platform before they accept calls again.
          </Trans>
        </Text>
      </ConfirmDialog>
    </>
  );
}
