import { MAX_WEBHOOK_BODY_BYTES, MAX_WEBHOOK_URL_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyField } from '../../../../../design/copy-field.tsx';
import { FormError } from '../../../../../design/form-error.tsx';
import { useSession } from '../../../../data/session/session.ts';
import { useEditor } from '../shared/editor-context.ts';
import { valueAt } from '../state/path.ts';
import { DoneButton } from './done-button.tsx';
import { More } from './more.tsx';
import classes from './panels.module.css';

/** Edits an address to call, or shows the one by which the automation itself is called. */
export function AddressPanel({ path }: { path: string }) {
  return path.startsWith('when') ? <OwnAddress path={path} /> : <CalledAddress path={path} />;
}

function CalledAddress({ path }: { path: string }) {
  const { definition, set, unread } = useEditor();
  const [at, body] = [`${path}.webhook.url`, `${path}.webhook.body`];
  const url = valueAt(definition, at);
  return (
    <div className={classes.panel}>
      <TextInput
        type="url"
        label={t`Address`}
        placeholder="https://"
        data-autofocus
        maxLength={MAX_WEBHOOK_URL_LENGTH}
        value={typeof url === 'string' ? url : ''}
        onChange={({ currentTarget }) => set(at, currentTarget.value)}
      />
      <More isSet={unread?.path === body || (valueAt(definition, body) ?? null) !== null}>
        <BodyField path={body} />
      </More>
      <DoneButton path={at} />
    </div>
  );
}

/** Shows the address of a stored automation, which is possible only once. */
function OwnAddress({ path }: { path: string }) {
  const { client } = useSession();
  const { automationId } = useEditor();
  const create = useMutation({
    mutationFn: (automation_id: string) => client.automationRuns.createHook({ automation_id }),
  });
  return (
    <div className={classes.panel}>
      <p className={classes.note}>
        {automationId ? (
          <Trans>
            Anyone who knows the address can run the automation. A new address replaces the previous one.
          </Trans>
        ) : (
          <Trans>Save the automation first. Its address is then created here.</Trans>
        )}
      </p>
      {create.data ? (
        <CopyField label={t`Address, shown only once`} value={create.data.url} />
      ) : (
        automationId && (
          <Button variant="default" loading={create.isPending} onClick={() => create.mutate(automationId)}>
            <Trans>Create an address</Trans>
          </Button>
        )
      )}
      <FormError error={create.error} />
      <DoneButton path={path} />
    </div>
  );
}

/** Edits the data that is sent to a web address. Text that is not JSON yet is kept, and reported as a problem. */
function BodyField({ path }: { path: string }) {
  const { definition, set, unread, setUnread } = useEditor();
  const body = valueAt(definition, path) ?? null;
  const [typed, setTyped] = useState(() =>
    unread?.path === path ? unread.text : body === null ? '' : JSON.stringify(body, undefined, 2),
  );
  const isValid = typed.trim() === '' || parsed(typed) !== undefined;
  return (
    <Textarea
      label={t`Data to send`}
      description={t`JSON. If empty, the ids of the automation, run and step are sent, with the time.`}
      placeholder='{"door": "open"}'
      error={isValid ? undefined : t`This is not valid JSON yet.`}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={MAX_WEBHOOK_BODY_BYTES}
      spellCheck={false}
      autoCapitalize="none"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const next = value.trim() === '' ? { body: undefined } : parsed(value);
        setUnread(next ? undefined : { path, text: value });
        if (next) set(path, next.body ?? undefined);
      }}
    />
  );
}

function parsed(text: string): { readonly body: unknown } | undefined {
  try {
    return { body: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
