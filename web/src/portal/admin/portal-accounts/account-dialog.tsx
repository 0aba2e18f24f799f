import type { PortalAccount, PortalRole } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { usePortal } from '../../session/portal.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { usePeopleChange } from './queries.ts';
import { RolePicker } from './roles.tsx';

export type AccountTask = 'role' | 'link' | 'factor' | 'disable' | 'enable' | 'remove';

type Props = {
  account: PortalAccount;
  /** Undefined while no action is chosen. */
  task: AccountTask | undefined;
  onClose: () => void;
  onClosed: () => void;
};

export function AccountDialog({ task, ...props }: Props) {
  return (
    <>
      <RoleDialog isOpen={task === 'role'} {...props} />
      <PasswordLinkDialog isOpen={task === 'link'} {...props} />
      <FactorDialog isOpen={task === 'factor'} {...props} />
      <StateDialog isOpen={task === 'disable'} state="disabled" {...props} />
      <StateDialog isOpen={task === 'enable'} state="enabled" {...props} />
      <RemoveDialog isOpen={task === 'remove'} {...props} />
    </>
  );
}

type DialogProps = Omit<Props, 'task'> & { isOpen: boolean };

function RoleDialog({ account, ...dialog }: DialogProps) {
  const portal = usePortal();
  const [role, setRole] = useState<PortalRole>(account.role);
  const action = usePeopleChange(
    () => portal.accounts.update({ account_id: account.id, role }),
    t`${account.name} now has a new role.`,
  );
  return (
    <ConfirmDialog title={t`Role of ${account.name}`} verb={t`Change`} action={action} {...dialog}>
      <RolePicker value={role} onChange={setRole} />
    </ConfirmDialog>
  );
}

function PasswordLinkDialog({ account, isOpen, onClose, onClosed }: DialogProps) {
  const portal = usePortal();
  const [link, setLink] = useState<string>();
  const action = usePeopleChange(async () => {
    setLink((await portal.accounts.resetLink({ account_id: account.id })).link);
  });
  const title = t`New password for ${account.name}`;
  if (link !== undefined)
    return (
      <LinkDialog
        title={title}
        link={link}
        to={account.email}
        text={t`This link works once and expires in one day. It is not shown again.`}
        isOpen={isOpen}
        onClose={onClose}
        onClosed={() => {
          setLink(undefined);
          onClosed();
        }}
      />
    );
  return (
    <ConfirmDialog
      title={title}
      verb={t`Create link`}
      staysOpen
      action={action}
      isOpen={isOpen}
      onClose={onClose}
      onClosed={onClosed}
    >
      <Text>
        <Trans>
          A link lets {account.name} choose a new password. The current password works until then. Earlier
          links stop working.
        </Trans>
      </Text>
    </ConfirmDialog>
  );
}

function FactorDialog({ account, ...dialog }: DialogProps) {
  const portal = usePortal();
  const action = usePeopleChange(
    () => portal.accounts.resetSecondFactor({ account_id: account.id }),
    t`${account.name} now signs in with the password only.`,
  );
  return (
    <ConfirmDialog
      title={t`Reset the second factor?`}
      verb={t`Reset`}
      isDangerous
      action={action}
      {...dialog}
    >
      <Text>
        <Trans>
          {account.name} is signed out everywhere and signs in with the password only until a new
          authenticator is set up. Make sure the request really comes from {account.name}.
        </Trans>
      </Text>
    </ConfirmDialog>
  );
}

function StateDialog({ account, state, ...dialog }: DialogProps & { state: PortalAccount['state'] }) {
  const portal = usePortal();
  const isEnd = state === 'disabled';
  const action = usePeopleChange(
    () => portal.accounts.update({ account_id: account.id, state }),
    isEnd ? t`${account.name} is disabled.` : t`${account.name} is enabled.`,
  );
  const [title, verb, text] = isEnd
    ? [
        t`Disable ${account.name}?`,
        t`Disable`,
        t`${account.name} is signed out everywhere at once and cannot sign in.`,
      ]
    : [
        t`Enable ${account.name}?`,
        t`Enable`,
        t`${account.name} can sign in again, with the same password and role.`,
      ];
  return (
    <ConfirmDialog title={title} verb={verb} isDangerous={isEnd} action={action} {...dialog}>
      <Text>{text}</Text>
    </ConfirmDialog>
  );
}

function RemoveDialog({ account, ...dialog }: DialogProps) {
  const portal = usePortal();
  const action = usePeopleChange(
    () => portal.accounts.remove({ account_id: account.id }),
    t`${account.name} is removed.`,
  );
  return (
    <ConfirmDialog
      title={t`Remove ${account.name}?`}
      verb={t`Remove`}
      isDangerous
      action={action}
      {...dialog}
    >
      <Text>
        <Trans>
          The account is signed out everywhere and deleted. What {account.name} created stays, and so do the
          audit log entries. Returning requires a new invitation.
        </Trans>
      </Text>
    </ConfirmDialog>
  );
}
