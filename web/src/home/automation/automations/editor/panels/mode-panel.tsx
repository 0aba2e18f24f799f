import { t } from '@lingui/core/macro';
import { useEditor } from '../shared/editor-context.ts';
import { Choices } from './choices.tsx';
import { DoneButton } from './done-button.tsx';
import classes from './panels.module.css';

const MODES = ['single', 'restart', 'queued', 'parallel'] as const;

/** Chooses what happens if the automation starts while it is running. */
export function ModePanel() {
  const { definition, set, wording } = useEditor();
  const { again } = wording.speech.words;
  return (
    <div className={classes.panel}>
      <Choices
        isList
        label={t`If it happens again in the meantime`}
        value={definition.mode ?? 'single'}
        options={MODES.map((value) => ({ value, label: wording.speech.capital(again[value]) }))}
        onChange={(mode) => set('mode', mode)}
      />
      <DoneButton path="mode" />
    </div>
  );
}
