import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { lastChange } from '../../../../design/edits.ts';
import { errorText } from '../../../../design/error-text.ts';
import { UndoButtons } from '../../../../design/undo-buttons.tsx';
import classes from './editor.module.css';
import { useEditor } from './shared/editor-context.ts';

type Props = {
  /** Describes how the changes affect last week; empty while it is not known. */
  difference: string;
  /** Says what prevents saving, once the person has tried. */
  message: string;
  isShown: boolean;
  isSaving: boolean;
  /** Whether it is saved as soon as there is a connection. */
  isWaiting: boolean;
  error: unknown;
  onSave: () => void;
  onDiscard: () => void;
};

/** Names the last change, undoes it, and saves. It is shown only while there are unsaved changes. */
export function SaveBar({
  difference,
  message,
  isShown,
  isSaving,
  isWaiting,
  error,
  onSave,
  onDiscard,
}: Props) {
  const { edit, undo, redo } = useEditor();
  if (!isShown) return null;
  const failed = error ? errorText(error) : '';
  return (
    <div className={classes.bar}>
      <div className={classes.changes}>
        <p className={classes.last}>{lastChange(edit)}</p>
        {difference && <p>{difference}</p>}
        <p role="status">
          {isWaiting && <Trans>It will be saved when the platform can be reached again.</Trans>}
        </p>
        <p role="alert">{failed || message}</p>
      </div>
      <UndoButtons edits={edit} undo={undo} redo={redo} size={44} radius="lg" />
      <Button variant="default" size="md" className={classes.discard} onClick={onDiscard}>
        <Trans>Discard</Trans>
      </Button>
      <Button size="md" loading={isSaving} aria-keyshortcuts="Control+S" onClick={onSave}>
        <Trans>Save</Trans>
      </Button>
    </div>
  );
}
