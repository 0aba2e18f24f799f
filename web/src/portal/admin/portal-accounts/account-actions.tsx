import type { PortalAccount } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { ActionIcon, Menu } from '@mantine/core';
import { useRef, useState } from 'react';
import { IconPlayerPlay } from '../../../design/icons.generated.ts';
import {
  IconDots,
  IconKey,
  IconPlayerPause,
  IconShieldOff,
  IconTrash,
  IconUserCog,
} from '../../../design/page-icons.generated.ts';
import { AccountDialog, type AccountTask } from './account-dialog.tsx';
import classes from './people.module.css';

/** Offers an owner the actions on an account. */
export function AccountActions({ account, isSelf }: { account: PortalAccount; isSelf: boolean }) {
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
