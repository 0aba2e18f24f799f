import type { AccountDeletion } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, List, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { fieldErrors } from '../../../design/error-text.ts';
import { FormError } from '../../../design/form-error.tsx';
import { notify } from '../../../design/notify.ts';
import { useSession } from '../../data/session/session.ts';
import { Sheet } from '../../kit/ui/sheet.tsx';
import { useChange } from './use-change.ts';

type Props = { email: string; deletion: AccountDeletion; onClose: () => void };

/** Says what deleting the account does, and asks for the e-mail to confirm it. */
export function DeleteDialog({ email, deletion, onClose }: Props) {
  const { client } = useSession();
  const form = useForm({ initialValues: { email: '' } });
  const remove = useChange(
    (values: typeof form.values) => client.ownData.requestDeletion(values),
    () => {
      notify.done(t`Your account will be deleted.`);
      onClose();
    },
  );
  const submit = form.onSubmit((values) =>
    remove.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <Sheet opened onClose={onClose} title={t`Delete your account?`}>
      <form onSubmit={submit}>
        <Stack>
          <Consequences deletion={deletion} />
          <TextInput
            label={t`Type ${email} to confirm`}
            autoComplete="off"
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <FormError error={remove.error} shown={['email']} />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" color="red" loading={remove.isPending}>
              <Trans>Delete my account</Trans>
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Sheet>
  );
}

function Consequences({ deletion }: { deletion: AccountDeletion }) {
  const { days, own_devices, shared_devices, places, pictures } = deletion;
  return (
    <>
      <Text>
        <Trans>This deletes:</Trans>
      </Text>
      <List>
        <List.Item>
          <Plural
            value={own_devices}
            one="# device that only you use, with all its history"
            other="# devices that only you use, with all their history"
          />
        </List.Item>
        <List.Item>
          <Plural
            value={places}
            _0="your tiles and rooms"
            one="your tiles and rooms, and # place"
            other="your tiles and rooms, and # places"
          />
        </List.Item>
        {pictures > 0 && (
          <List.Item>
            <Plural value={pictures} one="# picture that you uploaded" other="# pictures that you uploaded" />
          </List.Item>
        )}
      </List>
      {shared_devices > 0 && (
        <Text>
          <Plural
            value={shared_devices}
            one="# device that others use, too, stays with them."
            other="# devices that others use, too, stay with them."
          />
        </Text>
      )}
      <Text>
        {days === 0
          ? t`It happens at once and cannot be undone.`
          : plural(days, {
              one: 'It happens in # day. Until then you can sign in and keep the account. You are signed out everywhere else now.',
              other:
                'It happens in # days. Until then you can sign in and keep the account. You are signed out everywhere else now.',
            })}
      </Text>
    </>
  );
}
