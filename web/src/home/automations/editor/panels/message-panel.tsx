import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Textarea } from '@mantine/core';
import { useEditor } from '../shared/editor-context.ts';
import { valueAt } from '../state/path.ts';
import { DoneButton } from './done-button.tsx';
import classes from './panels.module.css';

/** As the contract limits a message. */
const MAX_TEXT = 500;

/** The message that is sent to people. */
export function MessagePanel({ path }: { path: string }) {
  const { definition, set } = useEditor();
  const text = valueAt(definition, `${path}.notify.text`);
  return (
    <div className={classes.panel}>
      <Textarea
        label={t`Message`}
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_TEXT}
        value={typeof text === 'string' ? text : ''}
        onChange={({ currentTarget }) => set(`${path}.notify.text`, currentTarget.value)}
      />
      <p className={classes.note}>
        <Trans>It comes with the name of the automation.</Trans>
      </p>
      <DoneButton path={`${path}.notify.text`} />
    </div>
  );
}
