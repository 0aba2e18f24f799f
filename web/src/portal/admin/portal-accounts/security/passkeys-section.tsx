import type { Passkey, PortalSecurity } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import items from '../../../../design/item-list.module.css';
import { PasskeyItem, PasskeysElsewhere } from '../../../../design/passkey-item.tsx';
import { PasskeyNameForm } from '../../../../design/passkey-name-form.tsx';
import { hasPasskeys } from '../../../../design/passkeys.ts';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { usePortal } from '../../../session/portal.ts';
import { Section } from '../../../ui/section.tsx';
import { passkeyHost } from '../passkey-host.ts';
import { AddPasskeyDialog, RemovePasskeyDialog } from './passkey-dialogs.tsx';
import { passkeysQuery, useSecurityChange } from './queries.ts';

type Props = { security: PortalSecurity };

/** Lists the passkeys of the account, and adds, renames and removes them. */
export function PasskeysSection({ security }: Props) {
  const portal = usePortal();
  const { data, error, refetch } = useQuery(passkeysQuery(portal));
  const [isAdding, setAdding] = useState(false);
  const host = passkeyHost();
  const asksForCode = security.second_factor_since !== null;
  return (
    <Section
      title={t`Passkeys`}
      text={t`Sign in with your fingerprint, face or screen lock, without password and code. Your password still works.`}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState />}
      {data && data.passkeys.length > 0 && (
        <ul className={items.list}>
          {data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} asksForCode={asksForCode} />
          ))}
        </ul>
      )}
      {hasPasskeys({ passkeyHost: host }) ? (
        <Group>
          <Button variant="default" onClick={() => setAdding(true)}>
            <Trans>Add a passkey</Trans>
          </Button>
        </Group>
      ) : (
        <Text size="sm">
          <PasskeysElsewhere host={host} />
        </Text>
      )}
      {isAdding && <AddPasskeyDialog asksForCode={asksForCode} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function PasskeyRow({ passkey, asksForCode }: { passkey: Passkey; asksForCode: boolean }) {
  const portal = usePortal();
  const [requested, setRequested] = useState<'rename' | 'remove'>();
  const close = () => setRequested(undefined);
  const rename = useSecurityChange(
    ({ name }: { name: string }) => portal.security.renamePasskey({ passkey_id: passkey.id, name }),
    close,
  );
  return (
    <PasskeyItem passkey={passkey} onRequest={setRequested}>
      <Modal opened={requested === 'rename'} onClose={close} title={t`Rename the passkey`}>
        <PasskeyNameForm name={passkey.name} rename={rename} onClose={close} />
      </Modal>
      {requested === 'remove' && (
        <RemovePasskeyDialog passkey={passkey} asksForCode={asksForCode} onClose={close} />
      )}
    </PasskeyItem>
  );
}
