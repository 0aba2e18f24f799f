import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button } from '@mantine/core';
import { errorText } from '../../../../design/error-text.ts';
import { IconArrowBackUp, IconArrowForwardUp } from '../../../../design/page-icons.generated.ts';
import classes from './editor.module.css';
import { useEditor } from './shared/editor-context.ts';
import { lastChange } from './state/edit.ts';

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
      <ActionIcon
        variant="default"
        size={44}
        radius="lg"
        aria-label={t`Undo`}
        aria-keyshortcuts="Control+Z"
        disabled={edit.past.length === 0}
        onClick={undo}
      >
        <IconArrowBackUp size={20} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={44}
        radius="lg"
        aria-label={t`Redo`}
        aria-keyshortcuts="Control+Shift+Z"
        disabled={edit.future.length === 0}
        onClick={redo}
      >
        <IconArrowForwardUp size={20} aria-hidden="true" />
      </ActionIcon>
      <Button variant="default" size="md" className={classes.discard} onClick={onDiscard}>
        <Trans>Discard</Trans>
      </Button>
      <Button size="md" loading={isSaving} aria-keyshortcuts="Control+S" onClick={onSave}>
        <Trans>Save</Trans>
      </Button>
    </div>
  );
}
