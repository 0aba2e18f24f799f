import type { PortalApplicationDetail } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CopyField } from '../../../design/copy-field.tsx';
import { IconKey } from '../../../design/page-icons.generated.ts';
import { exactTime } from '../../../design/when.tsx';
import { usePortal } from '../../session/portal.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { useChange } from './data/use-change.ts';

type Props = {
  application: PortalApplicationDetail;
  mayChange: boolean;
  /** The secret that was created on this visit. */
  secret: string | undefined;
  onSecret: (secret: string) => void;
};

export function Credentials({ application, mayChange, secret, onSecret }: Props) {
  return (
    <Section title={t`Credentials`}>
      <CopyField label={t`Client ID`} value={application.client_id} />
      {secret === undefined ? (
        <Text size="sm" c="dimmed">
          <Trans>
            The client secret was shown when it was created. It is not stored and cannot be shown again.
          </Trans>
        </Text>
      ) : (
        <NewSecret secret={secret} />
      )}
      {application.previous_secret_expires !== null && (
        <Overlap
          application={application}
          until={application.previous_secret_expires}
          mayChange={mayChange}
        />
      )}
      {mayChange && <Rotate application={application} onSecret={onSecret} />}
    </Section>
  );
}

function NewSecret({ secret }: { secret: string }) {
  return (
    <Stack gap="sm">
      <CopyField label={t`Client secret`} value={secret} />
      <Alert color="ocre" icon={<IconKey />} title={t`Copy the secret now`}>
        <Trans>
          It is shown only once and is gone when you leave this page. Store it with your other secrets, never
          in an app or a web page.
        </Trans>
      </Alert>
    </Stack>
  );
}

function Overlap({
  application,
  until,
  mayChange,
}: {
  application: PortalApplicationDetail;
  until: string;
  mayChange: boolean;
}) {
  const portal = usePortal();
  const end = useChange(() => portal.applications.endOverlap({ application_id: application.client_id }), {
    done: t`The earlier secret no longer works.`,
  });
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">
        <Trans>The earlier secret works until {exactTime(until)}.</Trans>
      </Text>
      {mayChange && (
        <Button variant="default" size="xs" loading={end.isPending} onClick={() => end.mutate(undefined)}>
          <Trans>Revoke the earlier secret now</Trans>
        </Button>
      )}
    </Group>
  );
}

function Rotate({ application, onSecret }: Pick<Props, 'application' | 'onSecret'>) {
  const portal = usePortal();
  const [isOpen, { open, close }] = useDisclosure();
  const id = application.client_id;
  const rotate = useChange(
    async () => {
      const made = await portal.applications.rotateSecret({ application_id: id });
      onSecret(made.client_secret);
      return made.application;
    },
    { done: t`The new secret is shown below.`, onFailed: null },
  );
  const isOverlapping = application.previous_secret_expires !== null;
  return (
    <>
      <div>
        <Button variant="default" onClick={open}>
          <Trans>New secret…</Trans>
        </Button>
      </div>
      <ConfirmDialog
        title={t`Create a new client secret?`}
        verb={t`Create new secret`}
        action={rotate}
        isOpen={isOpen}
        onClose={close}
      >
        <Text>
          <Trans>
            The current secret keeps working for 24 hours, so that you can update your deployments one by one.
          </Trans>
        </Text>
        {isOverlapping && (
          <Text fw={600}>
            <Trans>The secret before that stops working at once.</Trans>
          </Text>
        )}
      </ConfirmDialog>
    </>
  );
}
