import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEditor } from '../shared/editor-context.ts';
import { Choices } from './choices.tsx';
import { DoneButton } from './done-button.tsx';
import { DurationField } from './duration-field.tsx';
import classes from './panels.module.css';

const PREFIX = 'skip-after:';
/** The automation language has the same default. */
const DEFAULT_LATE = 'PT15M';

/** Chooses how late devices may still be set after the server was off. */
export function LatePanel() {
  const { definition, set } = useEditor();
  const late = definition.late ?? PREFIX + DEFAULT_LATE;
  const put = (next: string) => set('late', next === PREFIX + DEFAULT_LATE ? undefined : next);
  return (
    <div className={classes.panel}>
      <p className={classes.note}>
        <Trans>If the server was off when a device should have been set, it is set later.</Trans>
      </p>
      <Choices
        isList
        label={t`After an outage`}
        value={late === 'always' ? 'always' : 'limited'}
        options={[
          { value: 'limited', label: t`Only if it is not too late` },
          { value: 'always', label: t`However late it is` },
        ]}
        onChange={(next) => put(next === 'always' ? 'always' : PREFIX + DEFAULT_LATE)}
      />
      {late !== 'always' && (
        <DurationField
          label={t`How late at most`}
          value={late.slice(PREFIX.length)}
          onChange={(next) => put(PREFIX + next)}
        />
      )}
      <p className={classes.note}>
        <Trans>A time of day that was missed by more than an hour is always left out.</Trans>
      </p>
      <DoneButton path="late" />
    </div>
  );
}
