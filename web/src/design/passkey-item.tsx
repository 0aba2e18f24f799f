import type { Passkey } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import items from './item-list.module.css';
import { IconKey } from './page-icons.generated.ts';
import { When } from './when.tsx';

type Props = {
  passkey: Passkey;
  onRequest: (request: 'rename' | 'remove') => void;
  /** The dialogs that a request opens. */
  children: ReactNode;
};

/** Shows a passkey in the list of its owner. */
export function PasskeyItem({ passkey, onRequest, children }: Props) {
  const { name, created, last_used: lastUsed } = passkey;
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
        <Button variant="default" onClick={() => onRequest('rename')} aria-label={t`Rename ${name}`}>
          <Trans>Rename</Trans>
        </Button>
        <Button
          variant="subtle"
          color="red"
          onClick={() => onRequest('remove')}
          aria-label={t`Remove ${name}`}
        >
          <Trans>Remove</Trans>
        </Button>
      </Group>
      {children}
    </li>
  );
}

/** Says why passkeys cannot be added at the present address; `host` is the one for which they are, if there is one. */
export function PasskeysElsewhere({ host }: { host: string }) {
  return host === '' ? (
    <Trans>Passkeys cannot be used at the present address of the platform.</Trans>
  ) : (
    <Trans>To add or use passkeys, open the platform at {host}.</Trans>
  );
}
