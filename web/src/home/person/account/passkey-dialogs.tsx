import type { Passkey } from '@azulejo/contract';
import { MAX_PASSKEY_NAME_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { fieldErrors } from '../../../design/error-text.ts';
import { FormError } from '../../../design/form-error.tsx';
import { notify } from '../../../design/notify.ts';
import { useSession } from '../../data/session/session.ts';
import { Sheet } from '../../kit/ui/sheet.tsx';
import { useChange } from './use-change.ts';

type Props = { passkey: Passkey; onClose: () => void };

export function RenameDialog({ passkey, onClose }: Props) {
  const { client } = useSession();
  const form = useForm({ initialValues: { name: passkey.name } });
  const rename = useChange(
    ({ name }: typeof form.values) =>
      client.ownPasskeys.rename({ passkey_id: passkey.id, name: name.trim() }),
    onClose,
  );
  const submit = form.onSubmit((values) =>
    rename.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <Sheet opened onClose={onClose} title={t`Rename the passkey`} size="sm">
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
    </Sheet>
  );
}

export function RemoveDialog({ passkey, onClose }: Props) {
  const { client } = useSession();
  const remove = useChange(
    () => client.ownPasskeys.remove({ passkey_id: passkey.id }),
    () => {
      notify.done(t`The passkey was removed.`);
      onClose();
    },
  );
  return (
    <Sheet opened onClose={onClose} title={t`Remove ${passkey.name}?`} size="sm">
      <Stack>
        <Text>
          <Trans>
            It will no longer sign you in. You will be signed out wherever you used it, except here. Delete it
            on the device, too.
          </Trans>
        </Text>
        <FormError error={remove.error} />
        <DialogButtons onCancel={onClose}>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            <Trans>Remove</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </Sheet>
  );
}
