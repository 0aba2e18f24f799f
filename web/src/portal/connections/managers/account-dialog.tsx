import type { PortalMakerAccount } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Modal, PasswordInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { fieldErrors } from '../../../design/error-text.ts';
import { FormError } from '../../../design/form-error.tsx';
import { ApplicationSelect } from '../../identity/users/application-select.tsx';
import { usePortal } from '../../session/portal.ts';
import { useAccountChange } from './use-account-change.ts';

type Props = {
  managerId: string;
  /** The account that is edited, or `new`; the dialog is closed without one. */
  edited: PortalMakerAccount | 'new' | undefined;
  onClose: () => void;
};

/** Sets the account of an application at the maker. */
export function AccountDialog({ managerId, edited, onClose }: Props) {
  return (
    <Modal
      opened={edited !== undefined}
      onClose={onClose}
      title={edited === 'new' ? t`Add an account` : t`Edit the account`}
      size="lg"
    >
      {edited && (
        <AccountForm
          managerId={managerId}
          account={edited === 'new' ? undefined : edited}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

type FormProps = { managerId: string; account: PortalMakerAccount | undefined; onClose: () => void };

function AccountForm({ managerId, account, onClose }: FormProps) {
  const portal = usePortal();
  const [draft, setDraft] = useState(() => draftOf(account));
  const onChange = (part: Partial<AccountDraft>) => setDraft((before) => ({ ...before, ...part }));
  const { application } = draft;
  const set = useAccountChange(
    managerId,
    () =>
      portal.managers.setAccount({
        manager_id: managerId,
        application_id: application ?? '',
        ...inputOf(draft),
      }),
    t`The account was saved.`,
  );
  const hasStored = account?.has_secret === true;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate(undefined, { onSuccess: onClose });
      }}
    >
      <Stack>
        {account ? (
          <Text>
            <Trans>
              The account of <b>{account.application.name}</b>
            </Trans>
          </Text>
        ) : (
          <ApplicationSelect
            label={t`Application`}
            placeholder={t`Choose an application`}
            value={application}
            onChange={(chosen) => onChange({ application: chosen })}
          />
        )}
        <Fields draft={draft} onChange={onChange} hasStored={hasStored} errors={fieldErrors(set.error)} />
        <FormError error={set.error} shown={FIELDS} />
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={set.isPending} disabled={!isComplete(draft, hasStored)}>
            <Trans>Save</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

const FIELDS = ['client_id', 'client_secret', 'origins'];

type FieldsProps = {
  draft: AccountDraft;
  onChange: (part: Partial<AccountDraft>) => void;
  /** Whether a secret is stored, which stays when none is typed. */
  hasStored: boolean;
  errors: Record<string, string>;
};

function Fields({ draft, onChange, hasStored, errors }: FieldsProps) {
  return (
    <>
      <TextInput
        label={t`Client ID`}
        description={t`The application's ID at the maker.`}
        value={draft.clientId}
        onChange={({ currentTarget }) => onChange({ clientId: currentTarget.value })}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        error={errors['client_id']}
      />
      <PasswordInput
        label={t`Client secret`}
        description={
          hasStored
            ? t`Leave it empty to keep the stored one. If you add an origin, enter it again.`
            : t`The maker gave it with the client ID.`
        }
        value={draft.secret}
        onChange={({ currentTarget }) => onChange({ secret: currentTarget.value })}
        maxLength={2000}
        disabled={draft.hasNone}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t`Show what you typed` }}
        error={errors['client_secret']}
      />
      <Checkbox
        label={t`The maker gave no secret`}
        checked={draft.hasNone}
        onChange={({ currentTarget }) => onChange({ hasNone: currentTarget.checked })}
      />
      <Textarea
        label={t`Origins`}
        description={t`Where the secret may be sent, one on each line, for example https://accounts.acme.example.`}
        value={draft.origins}
        onChange={({ currentTarget }) => onChange({ origins: currentTarget.value })}
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        error={errors['origins']}
      />
    </>
  );
}

/** Holds the fields of an account's form as they are typed. */
type AccountDraft = {
  application: string | null;
  clientId: string;
  secret: string;
  /** Whether the maker has given no secret. */
  hasNone: boolean;
  /** Holds one origin on each line. */
  origins: string;
};

const draftOf = (account: PortalMakerAccount | undefined): AccountDraft => ({
  application: account?.application.id ?? null,
  clientId: account?.client_id ?? '',
  secret: '',
  hasNone: account !== undefined && !account.has_secret,
  origins: account?.origins.join('\n') ?? '',
});

const listOf = (origins: string): string[] => origins.split(/\s+/).filter((line) => line !== '');

/** Returns the body of the request. Without `client_secret` the stored secret stays. */
const inputOf = ({ clientId, secret, hasNone, origins }: AccountDraft) => ({
  client_id: clientId.trim(),
  origins: listOf(origins),
  ...(hasNone ? { client_secret: null } : secret !== '' && { client_secret: secret }),
});

const isComplete = (
  { application, clientId, secret, hasNone, origins }: AccountDraft,
  hasStored: boolean,
): boolean =>
  application !== null &&
  clientId.trim() !== '' &&
  listOf(origins).length > 0 &&
  (hasNone || hasStored || secret !== '');
