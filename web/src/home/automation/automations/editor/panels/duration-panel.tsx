import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { useEditor } from '../shared/editor-context.ts';
import { partPathOf, valueAt } from '../state/path.ts';
import { Choices } from './choices.tsx';
import { DoneButton } from './done-button.tsx';
import { DurationField } from './duration-field.tsx';
import classes from './panels.module.css';

const HOUR = 'PT1H';

/** Edits how long something lasts. A duration that the sentence does not need can be removed. */
export function DurationPanel({ path }: { path: string }) {
  const { definition, set } = useEditor();
  const value = valueAt(definition, path);
  const isSilent = valueAt(definition, `${partPathOf(path)}.device`) === 'silent';
  const isOften = path === 'atMostEvery';
  const isOptional = isOften || (/\.(for|since)$/.test(path) && !isSilent);
  return (
    <div className={classes.panel}>
      {isOptional && (
        <Checkbox
          label={isOften ? t`Wait between two runs` : t`Only after it has lasted a while`}
          checked={value !== undefined}
          onChange={({ currentTarget }) => set(path, currentTarget.checked ? HOUR : undefined)}
        />
      )}
      {(value !== undefined || !isOptional) && (
        <DurationField label={t`How long`} value={value} onChange={(next) => set(path, next)} />
      )}
      {path.endsWith('.atMost') && <Afterwards path={`${partPathOf(path)}.else`} />}
      {isOften && value !== undefined && (
        <p className={classes.note}>
          <Trans>What happens in between is ignored.</Trans>
        </p>
      )}
      <DoneButton path={path} />
    </div>
  );
}

/** Chooses what happens if the condition has not become true by then. */
function Afterwards({ path }: { path: string }) {
  const { definition, set } = useEditor();
  return (
    <Choices
      label={t`If it has not happened by then`}
      value={valueAt(definition, path) === 'go-on' ? 'go-on' : 'stop'}
      options={[
        { value: 'stop', label: t`Stop` },
        { value: 'go-on', label: t({ message: 'Continue', context: 'automation' }) },
      ]}
      onChange={(next) => set(path, next)}
    />
  );
}
