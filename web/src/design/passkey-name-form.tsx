import { MAX_PASSKEY_NAME_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { DialogButtons } from './dialog-buttons.tsx';
import { fieldErrors } from './error-text.ts';
import { FormError } from './form-error.tsx';

type Props = {
  name: string;
  rename: UseMutationResult<unknown, Error, { name: string }>;
  onClose: () => void;
};

/** Edits the name of a passkey, inside a dialog. */
export function PasskeyNameForm({ name, rename, onClose }: Props) {
  const form = useForm({ initialValues: { name } });
  const submit = form.onSubmit((values) =>
    rename.mutate({ name: values.name.trim() }, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t`Name`}
          description={t`Where it is, such as the device or the password manager.`}
          required
          withAsterisk={false}
          maxLength={MAX_PASSKEY_NAME_LENGTH}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <FormError error={rename.error} shown={['name']} />
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={rename.isPending}>
            <Trans>Rename</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
