import type { Passkey } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { browserOf } from '../../../design/browser-of.ts';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { FormError } from '../../../design/form-error.tsx';
import items from '../../../design/item-list.module.css';
import { notify } from '../../../design/notify.ts';
import { PasskeyItem, PasskeysElsewhere } from '../../../design/passkey-item.tsx';
import { PasskeyNameForm } from '../../../design/passkey-name-form.tsx';
import { createPasskey, hasPasskeys, passkeyErrorText } from '../../../design/passkeys.ts';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { useSession } from '../../data/session/session.ts';
import { Sheet } from '../../kit/ui/sheet.tsx';
import { Section } from '../preferences/section.tsx';
import classes from './account.module.css';
import { passkeysQuery } from './queries.ts';
import { useChange } from './use-change.ts';

/** Lists the passkeys of the person, and adds, renames and removes them. */
export function PasskeysSection() {
  const { client, settings } = useSession();
  const passkeys = useQuery(passkeysQuery(client));
  const canAdd = hasPasskeys(settings);
  if (!canAdd && passkeys.data?.passkeys.length === 0) return null;
  return (
    <Section title={t`Passkeys`}>
      <p className={classes.text}>
        <Trans>
          Sign in with your fingerprint, face or screen lock, without password and code. Your password still
          works.
        </Trans>
      </p>
      {passkeys.isPending && <LoadingState />}
      {passkeys.isError && <ErrorState error={passkeys.error} onRetry={() => passkeys.refetch()} />}
      {passkeys.data && passkeys.data.passkeys.length > 0 && (
        <ul className={items.list}>
          {passkeys.data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {canAdd ? (
        <AddButton />
      ) : (
        <p className={classes.text}>
          <PasskeysElsewhere host={settings.passkeyHost} />
        </p>
      )}
    </Section>
  );
}

function AddButton() {
  const { client } = useSession();
  const add = useChange(
    async () => {
      const credential = await createPasskey(await client.ownPasskeys.begin());
      const { name } = browserOf(navigator.userAgent);
      return credential && client.ownPasskeys.add({ name, credential });
    },
    (added) => added && notify.done(t`The passkey was added.`),
  );
  return (
    <Button
      mt="sm"
      variant="default"
      loading={add.isPending}
      onClick={() => add.mutate(undefined, { onError: (error) => notify.refused(passkeyErrorText(error)) })}
    >
      <Trans>Add a passkey</Trans>
    </Button>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [requested, setRequested] = useState<'rename' | 'remove'>();
  const close = () => setRequested(undefined);
  return (
    <PasskeyItem passkey={passkey} onRequest={setRequested}>
      {requested === 'rename' && <RenameDialog passkey={passkey} onClose={close} />}
      {requested === 'remove' && <RemoveDialog passkey={passkey} onClose={close} />}
    </PasskeyItem>
  );
}

type DialogProps = { passkey: Passkey; onClose: () => void };

function RenameDialog({ passkey, onClose }: DialogProps) {
  const { client } = useSession();
  const rename = useChange(
    ({ name }: { name: string }) => client.ownPasskeys.rename({ passkey_id: passkey.id, name }),
    onClose,
  );
  return (
    <Sheet opened onClose={onClose} title={t`Rename the passkey`} size="sm">
      <PasskeyNameForm name={passkey.name} rename={rename} onClose={onClose} />
    </Sheet>
  );
}

function RemoveDialog({ passkey, onClose }: DialogProps) {
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
