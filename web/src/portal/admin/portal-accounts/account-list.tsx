import type { PortalAccount } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Avatar, Badge, Group, Text } from '@mantine/core';
import { IconShieldCheck } from '../../../design/page-icons.generated.ts';
import { When } from '../../../design/when.tsx';
import { useMay, useSession } from '../../session/session.ts';
import framed from '../../ui/framed-list.module.css';
import { AccountActions } from './account-actions.tsx';
import classes from './people.module.css';
import { roleLabel } from './roles.tsx';

export function AccountList({ accounts }: { accounts: readonly PortalAccount[] }) {
  const isOwner = useMay('owner');
  const { account: self } = useSession();
  return (
    <ul className={framed.list} aria-label={t`Accounts`}>
      {accounts.map((account) => (
        <li key={account.id} className={classes.row}>
          <Avatar name={account.name} color={account.state === 'enabled' ? 'azul' : 'gray'} aria-hidden />
          <div className={classes.who}>
            <Group gap="xs">
              <Text fw={600} className={classes.long}>
                {account.name}
              </Text>
              {account.id === self.id && (
                <Badge variant="light">
                  <Trans context="person">You</Trans>
                </Badge>
              )}
              {account.state === 'disabled' && (
                <Badge color="red" variant="light">
                  <Trans context="account">Disabled</Trans>
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed" className={classes.long}>
              {account.email}
            </Text>
          </div>
          <Facts account={account} />
          {isOwner && <AccountActions account={account} isSelf={account.id === self.id} />}
        </li>
      ))}
    </ul>
  );
}

function Facts({ account: { role, second_factor, last_used } }: { account: PortalAccount }) {
  return (
    <div className={classes.facts}>
      <Text size="sm">{roleLabel(role)}</Text>
      <Text size="sm" c="dimmed">
        {second_factor && (
          <>
            <IconShieldCheck size={16} stroke={1.6} className={classes.good} aria-hidden />{' '}
            <Trans>Second factor</Trans>
            {' · '}
          </>
        )}
        {last_used === null ? (
          t`Not signed in`
        ) : (
          <Trans>
            Last seen <When at={last_used} />
          </Trans>
        )}
      </Text>
    </div>
  );
}
