import type { PortalUserDetails } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CopyField } from '../../../design/copy-field.tsx';
import { FormError } from '../../../design/form-error.tsx';
import { usePortal } from '../../session/portal.ts';
import { Section } from '../../ui/section.tsx';

/** Creates a link for users who cannot receive the mail, to be handed over in another way. */
export function PasswordLink({ user }: { user: PortalUserDetails }) {
  const portal = usePortal();
  const make = useMutation({ mutationFn: () => portal.users.resetLink({ user_id: user.id }) });
  const isActive = user.state === 'active';
  return (
    <Section
      title={t`New password`}
      text={
        isActive
          ? t`Creates a link with which the user chooses a new password. It works once, expires in one hour and replaces earlier links.`
          : t`The user is disabled. Enable the user before creating a password link.`
      }
    >
      <FormError error={make.error} />
      {make.data && (
        <CopyField
          label={t`Password link`}
          description={t`It is not shown again. Anyone with this link can set the password.`}
          value={make.data.link}
        />
      )}
      <Group>
        <Button
          variant="default"
          disabled={!isActive}
          loading={make.isPending}
          onClick={() => make.mutate(undefined)}
        >
          {make.data ? t`Create another link` : t`Create link`}
        </Button>
      </Group>
    </Section>
  );
}
