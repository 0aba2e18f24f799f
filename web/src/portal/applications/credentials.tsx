import type { PortalApplicationDetail } from '@azulejo/contract';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { CopyField } from '../../design/copy-field.tsx';
import { exactTime } from '../../design/when.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Section } from '../parts/section.tsx';
import { portal } from '../portal.ts';
import { useChange } from './use-change.ts';

type Props = {
  application: PortalApplicationDetail;
  mayChange: boolean;
  /** The secret that was created on this visit. */
  secret: string | undefined;
  onSecret: (secret: string) => void;
};

export function Credentials({ application, mayChange, secret, onSecret }: Props) {
  return (
    <Section title="Credentials">
      <CopyField label="Client ID" value={application.client_id} />
      {secret === undefined ? (
        <Text size="sm" c="dimmed">
          The client secret was shown when it was made. It is not stored, so it cannot be shown again.
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
      <CopyField label="Client secret" value={secret} />
      <Alert color="ocre" icon={<IconKey />} title="Copy the secret now">
        It is shown only now, and gone when you leave this page. Keep it where your other secrets are, never
        in an app or a web page.
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
  const end = useChange(() => portal.applications.endOverlap({ application_id: application.client_id }), {
    done: 'The earlier secret no longer works.',
  });
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">The earlier secret works until {exactTime(until)}.</Text>
      {mayChange && (
        <Button variant="default" size="xs" loading={end.isPending} onClick={() => end.mutate(undefined)}>
          End the overlap now
        </Button>
      )}
    </Group>
  );
}

function Rotate({ application, onSecret }: Pick<Props, 'application' | 'onSecret'>) {
  const [isOpen, { open, close }] = useDisclosure();
  const id = application.client_id;
  const rotate = useChange(
    async () => {
      const made = await portal.applications.rotateSecret({ application_id: id });
      onSecret(made.client_secret);
      return made.application;
    },
    { done: 'The new secret is on the page.', onFailed: null },
  );
  const isOverlapping = application.previous_secret_expires !== null;
  return (
    <>
      <div>
        <Button variant="default" onClick={open}>
          New secret…
        </Button>
      </div>
      <ConfirmDialog
        title="Make a new client secret?"
        verb="Make a new secret"
        action={rotate}
        isOpen={isOpen}
        onClose={close}
      >
        <Text>
          The secret of now works for 24 hours more, so that you can change your deployments one after
          another.
        </Text>
        {isOverlapping && <Text fw={600}>The secret before it stops working at once.</Text>}
      </ConfirmDialog>
    </>
  );
}
