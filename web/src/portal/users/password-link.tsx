import type { PortalUserDetails } from '@azulejo/contract';
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CopyField } from '../../design/copy-field.tsx';
import { FormError } from '../../design/form-error.tsx';
import { Section } from '../parts/section.tsx';
import { portal } from '../portal.ts';

/** Creates a link for users who cannot receive the mail, to be handed over in another way. */
export function PasswordLink({ user }: { user: PortalUserDetails }) {
  const make = useMutation({ mutationFn: () => portal.users.resetLink({ user_id: user.id }) });
  const isActive = user.state === 'active';
  return (
    <Section
      title="New password"
      text={
        isActive
          ? 'Make a link by which the user chooses a new password. It works once, for one hour, and ends an earlier one.'
          : 'The user is disabled. Enable the user before making a link for a new password.'
      }
    >
      <FormError error={make.error} />
      {make.data && (
        <CopyField
          label="Link for a new password"
          description="Shown only now. Whoever has it can choose the password."
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
          {make.data ? 'Make another link' : 'Make a link'}
        </Button>
      </Group>
    </Section>
  );
}
