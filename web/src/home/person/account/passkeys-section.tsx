import type { Passkey } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { browserOf } from '../../../design/browser-of.ts';
import items from '../../../design/item-list.module.css';
import { notify } from '../../../design/notify.ts';
import { IconKey } from '../../../design/page-icons.generated.ts';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { When } from '../../../design/when.tsx';
import { useSession } from '../../data/session/session.ts';
import { createPasskey, hasPasskeys, passkeyErrorText } from '../passkeys/browser.ts';
import { Section } from '../preferences/section.tsx';
import classes from './account.module.css';
import { RemoveDialog, RenameDialog } from './passkey-dialogs.tsx';
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
          {settings.passkeyHost === '' ? (
            <Trans>Passkeys cannot be used at the present address of the platform.</Trans>
          ) : (
            <Trans>To add or use passkeys, open the platform at {settings.passkeyHost}.</Trans>
          )}
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
  const { name, created, last_used: lastUsed } = passkey;
  const close = () => setRequested(undefined);
  return (
    <li className={items.item}>
      <IconKey size={22} stroke={1.5} aria-hidden className={items.icon} />
      <div className={items.what}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          <Trans>
            Added <When at={created} />
          </Trans>
          {lastUsed !== null && (
            <>
              {' · '}
              <Trans>
                Last used <When at={lastUsed} />
              </Trans>
            </>
          )}
        </Text>
        {!passkey.is_usable && (
          <Text size="sm">
            <Trans>Made for an earlier address of the platform. It does not sign in here.</Trans>
          </Text>
        )}
      </div>
      <Group gap="xs" className={items.actions}>
        <Button variant="default" onClick={() => setRequested('rename')} aria-label={t`Rename ${name}`}>
          <Trans>Rename</Trans>
        </Button>
        <Button
          variant="subtle"
          color="red"
          onClick={() => setRequested('remove')}
          aria-label={t`Remove ${name}`}
        >
          <Trans>Remove</Trans>
        </Button>
      </Group>
      {requested === 'rename' && <RenameDialog passkey={passkey} onClose={close} />}
      {requested === 'remove' && <RemoveDialog passkey={passkey} onClose={close} />}
    </li>
  );
}
