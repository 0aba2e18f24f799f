import { MAX_MESSAGE_LENGTH, MAX_MESSAGE_TITLE_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useEditor } from '../shared/editor-context.ts';
import { hasRoom, insertValue, type Message, messageOf, withoutUnused } from '../state/message-values.ts';
import { valueAt } from '../state/path.ts';
import { DoneButton } from './done-button.tsx';
import classes from './panels.module.css';
import { PeopleField } from './people-field.tsx';
import { ValueInserter } from './value-inserter.tsx';

/** The contract has the same limits. */

/** Edits the message that is sent to people, and the values of devices in it. */
export function MessagePanel({ path }: { path: string }) {
  const { definition, set } = useEditor();
  const field = useRef<HTMLTextAreaElement>(null);
  const at = `${path}.notify`;
  const notify = valueAt(definition, at);
  const title = valueAt(definition, `${at}.title`);
  const message = messageOf(notify);
  const put = (next: Message) => {
    const { text, values } = withoutUnused(next);
    const { values: _values, ...rest } = (notify ?? {}) as Readonly<Record<string, unknown>>;
    set(at, { ...rest, text, ...(Object.keys(values).length > 0 && { values }) }, `${at}.text`);
  };
  return (
    <div className={classes.panel}>
      <Textarea
        ref={field}
        label={t`Message`}
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_MESSAGE_LENGTH}
        value={message.text}
        onChange={({ currentTarget }) => put({ ...message, text: currentTarget.value })}
      />
      {hasRoom(message) && (
        <ValueInserter
          onInsert={(address) => {
            const next = insertValue(message, address, field.current?.selectionEnd ?? message.text.length);
            if (next.text.length <= MAX_MESSAGE_LENGTH) put(next);
            field.current?.focus();
          }}
        />
      )}
      <PeopleField path={`${at}.to`} />
      <TextInput
        label={t`Title`}
        placeholder={definition.label}
        description={t`If empty, the automation’s name is used.`}
        maxLength={MAX_MESSAGE_TITLE_LENGTH}
        value={typeof title === 'string' ? title : ''}
        onChange={({ currentTarget: { value } }) =>
          set(`${at}.title`, value === '' ? undefined : value, `${at}.text`)
        }
      />
      <DoneButton path={`${at}.text`} />
    </div>
  );
}
