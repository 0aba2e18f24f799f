import { t } from '@lingui/core/macro';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useEditor } from '../shared/editor-context.ts';
import { valueAt } from '../state/path.ts';

/** The contract has the same limit. */
const MAX_BODY = 16_384;

/** Edits the data that is sent to a web address. Text that is not JSON yet is kept, and reported as a problem. */
export function BodyField({ path }: { path: string }) {
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
      maxLength={MAX_BODY}
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
