import type { PortalAccount } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Avatar, Badge, Group, Menu, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { IconPlayerPlay } from '../../../design/icons.generated.ts';
import {
  IconDots,
  IconKey,
  IconPlayerPause,
  IconShieldCheck,
  IconShieldOff,
  IconTrash,
  IconUserCog,
} from '../../../design/page-icons.generated.ts';
import { When } from '../../../design/when.tsx';
import { useMay, useSession } from '../../session/session.ts';
import framed from '../../ui/framed-list.module.css';
import { AccountDialog, type AccountTask } from './account-dialog.tsx';
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

/** Offers an owner the actions on an account. */
function AccountActions({ account, isSelf }: { account: PortalAccount; isSelf: boolean }) {
  const [task, setTask] = useState<AccountTask>();
  const target = useRef<HTMLButtonElement>(null);
  const isEnabled = account.state === 'enabled';
  const item = (name: AccountTask, label: string, Icon: typeof IconKey, isDangerous = false) => (
    <Menu.Item
      leftSection={<Icon size={16} stroke={1.6} />}
      {...(isDangerous && { className: classes.danger ?? '' })}
      onClick={() => setTask(name)}
    >
      {label}
    </Menu.Item>
  );
  // The row may have been removed with its account.
  const comeBack = () => (target.current ?? document.getElementById('main'))?.focus();
  return (
    <>
      <Menu position="bottom-end" width={230} shadow="md">
        <Menu.Target>
          <ActionIcon
            ref={target}
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t`Actions for ${account.name}`}
          >
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {item('role', t`Change role`, IconUserCog)}
          {!isSelf && isEnabled && item('link', t`Create password link`, IconKey)}
          {!isSelf && account.second_factor && item('factor', t`Reset second factor`, IconShieldOff)}
          {isEnabled
            ? item('disable', t`Disable`, IconPlayerPause)
            : item('enable', t`Enable`, IconPlayerPlay)}
          <Menu.Divider />
          {item('remove', t`Remove`, IconTrash, true)}
        </Menu.Dropdown>
      </Menu>
      <AccountDialog account={account} task={task} onClose={() => setTask(undefined)} onClosed={comeBack} />
    </>
  );
}
