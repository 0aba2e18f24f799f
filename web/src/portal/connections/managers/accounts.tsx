import type { PortalMakerAccount } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { When } from '../../../design/when.tsx';
import { usePortal } from '../../session/portal.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { AccountDialog } from './account-dialog.tsx';
import classes from './managers.module.css';
import { accountsQuery } from './queries.ts';
import { useAccountChange } from './use-account-change.ts';

type Props = { managerId: string; mayChange: boolean };

/** Sets the client id under which the maker knows each application. */
export function Accounts({ managerId, mayChange }: Props) {
  const portal = usePortal();
  const found = useQuery(accountsQuery(portal, managerId));
  const [edited, setEdited] = useState<PortalMakerAccount | 'new'>();
  const [removed, setRemoved] = useState<PortalMakerAccount>();
  const accounts = found.data?.accounts ?? [];
  const add = () => setEdited('new');
  return (
    <Section
      title={t`Accounts at the maker`}
      text={t`The maker gives each application a client ID and a secret. The platform fills them in when people sign in there. Secrets are sealed and never shown.`}
    >
      {found.isPending && <LoadingState label={t`Loading the accounts`} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && accounts.length === 0 && (
        <Text size="sm">
          <Trans>No accounts yet, so no one can sign in at this maker.</Trans>
        </Text>
      )}
      {accounts.length > 0 && (
        <ul className={classes.list}>
          {accounts.map((account) => (
            <li key={account.application.id} className={classes.entry}>
              <div className={classes.row}>
                <Account account={account} />
                {mayChange && (
                  <Group gap="xs">
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={t`Edit the account of ${account.application.name}`}
                      onClick={() => setEdited(account)}
                    >
                      <Trans>Edit…</Trans>
                    </Button>
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={t`Remove the account of ${account.application.name}`}
                      onClick={() => setRemoved(account)}
                    >
                      <Trans>Remove…</Trans>
                    </Button>
                  </Group>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {mayChange && found.isSuccess && (
        <Button variant="default" onClick={add} style={{ alignSelf: 'start' }}>
          <Trans>Add an account…</Trans>
        </Button>
      )}
      <AccountDialog managerId={managerId} edited={edited} onClose={() => setEdited(undefined)} />
      <RemoveDialog managerId={managerId} account={removed} onClose={() => setRemoved(undefined)} />
    </Section>
  );
}

function Account({ account }: { account: PortalMakerAccount }) {
  const { application, client_id: clientId, has_secret: hasSecret, origins, updated } = account;
  return (
    <div className={classes.wrap}>
      <Text fw={600}>{application.name}</Text>
      <Text size="sm">
        {clientId} · {hasSecret ? t`with a secret` : t`without a secret`}
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>
          {origins.join(', ')} · set <When at={updated} />
        </Trans>
      </Text>
    </div>
  );
}

type RemoveProps = { managerId: string; account: PortalMakerAccount | undefined; onClose: () => void };

function RemoveDialog({ managerId, account, onClose }: RemoveProps) {
  const portal = usePortal();
  const remove = useAccountChange(
    managerId,
    () =>
      portal.managers.removeAccount({
        manager_id: managerId,
        application_id: account?.application.id ?? '',
      }),
    t`The account was removed.`,
  );
  return (
    <ConfirmDialog
      title={t`Remove this account?`}
      verb={t`Remove`}
      isDangerous
      action={remove}
      isOpen={account !== undefined}
      onClose={onClose}
    >
      <Text>
        <Trans>
          People of {account?.application.name} can no longer sign in at the maker, and the devices that they
          have stop working when their tokens expire.
        </Trans>
      </Text>
    </ConfirmDialog>
  );
}
