import type { PortalRole } from '@azulejo/contract';
import { MAX_EMAIL_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { fieldErrors } from '../../../design/error-text.ts';
import { FormError } from '../../../design/form-error.tsx';
import { usePortal } from '../../session/portal.ts';
import { LinkDialog } from './link-dialog.tsx';
import { usePeopleChange } from './queries.ts';
import { RolePicker } from './roles.tsx';

const initialValues = { email: '', role: 'developer' as PortalRole };

/** Asks for e-mail and role, then shows the link. */
export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const portal = usePortal();
  const [made, setMade] = useState<{ link: string; email: string | undefined }>();
  const form = useForm({ initialValues });
  const invite = usePeopleChange(async ({ email, role }: typeof initialValues) => {
    const recipient = email.trim() === '' ? {} : { email: email.trim() };
    const { link } = await portal.invitations.create({ role, ...recipient });
    setMade({ link, email: recipient.email });
  });
  const forget = () => {
    setMade(undefined);
    form.reset();
    invite.reset();
  };
  if (made)
    return (
      <LinkDialog
        title={t`Invitation to the portal`}
        link={made.link}
        to={made.email}
        text={t`This link works once and expires in seven days. It is not shown again.`}
        isOpen={isOpen}
        onClose={onClose}
        onClosed={forget}
      />
    );
  const submit = form.onSubmit((values) =>
    invite.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <Modal opened={isOpen} onClose={onClose} title={t`Invite someone`} onExitTransitionEnd={forget}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t`E-mail`}
            description={t`Optional. If empty, anyone with the link can create the account.`}
            type="email"
            autoComplete="off"
            maxLength={MAX_EMAIL_LENGTH}
            data-autofocus
            {...form.getInputProps('email')}
          />
          <RolePicker value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
          <FormError error={invite.error} shown={['email']} />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" loading={invite.isPending}>
              <Trans>Create link</Trans>
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
