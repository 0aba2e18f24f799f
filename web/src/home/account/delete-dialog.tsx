import type { AccountDeletion } from '@azulejo/contract';
import { Button, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { counted } from '../../design/counted.ts';
import { DialogButtons } from '../../design/dialog-buttons.tsx';
import { fieldErrors } from '../../design/error-text.ts';
import { FormError } from '../../design/form-error.tsx';
import { notify } from '../../design/notify.ts';
import { useSession } from '../session/session.ts';
import { useChange } from './use-change.ts';

type Props = { email: string; deletion: AccountDeletion; onClose: () => void };

/** Says what deleting the account does, and asks for the e-mail to confirm it. */
export function DeleteDialog({ email, deletion, onClose }: Props) {
  const { client } = useSession();
  const form = useForm({ initialValues: { email: '' } });
  const remove = useChange(
    (values: typeof form.values) => client.ownData.requestDeletion(values),
    () => {
      notify.done('Your account will be deleted.');
      onClose();
    },
  );
  const submit = form.onSubmit((values) =>
    remove.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <Modal opened onClose={onClose} title="Delete your account?">
      <form onSubmit={submit}>
        <Stack>
          <Consequences deletion={deletion} />
          <TextInput
            label={`Type ${email} to confirm`}
            autoComplete="off"
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <FormError error={remove.error} shown={['email']} />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" color="red" loading={remove.isPending}>
              Delete my account
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

function Consequences({ deletion }: { deletion: AccountDeletion }) {
  const { days, own_devices, shared_devices, places, pictures } = deletion;
  return (
    <>
      <Text>This deletes:</Text>
      <List>
        <List.Item>{counted(own_devices, 'device')} that only you use, with all their history</List.Item>
        <List.Item>your tiles and rooms, and {counted(places, 'place')}</List.Item>
        <List.Item>{counted(pictures, 'picture')} that you uploaded</List.Item>
      </List>
      {shared_devices > 0 && (
        <Text>{counted(shared_devices, 'device')} that others use, too, stay with them.</Text>
      )}
      <Text>
        {days === 0
          ? 'It happens at once and cannot be undone.'
          : `It happens in ${counted(days, 'day')}. Until then you can sign in and keep the account. You are signed out everywhere else now.`}
      </Text>
    </>
  );
}
