import { describe, textOf } from '@azulejo/automations/words';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { useEditor } from '../shared/editor-context.ts';
import { parentOf, valueAt } from '../state/path.ts';
import { DoneButton } from './done-button.tsx';
import classes from './panels.module.css';

/** Chooses the triggers for which a step is done. At least one of them remains. */
export function TriggerPanel({ path }: { path: string }) {
  const { definition, set, close, wording } = useEditor();
  const { names, speech } = wording;
  const given = valueAt(definition, path);
  const chosen: readonly unknown[] = Array.isArray(given) ? given : definition.when.map(({ id }) => id);
  const put = (ids: readonly unknown[]) => ids.length > 0 && set(path, ids);
  const forAll = () => {
    set(path, undefined);
    close(parentOf(path));
  };
  return (
    <div className={classes.panel}>
      <fieldset className={classes.checks} aria-label={t`Only for these triggers`}>
        {definition.when.map((trigger) => {
          const { lead, parts } = describe({ when: [trigger], then: [] }, names, speech).when;
          return (
            <Checkbox
              key={trigger.id}
              label={`${lead} ${textOf(parts.flatMap(({ pieces }) => pieces))}`.trim()}
              checked={chosen.includes(trigger.id)}
              onChange={({ currentTarget: { checked } }) =>
                put(
                  definition.when
                    .map(({ id }) => id)
                    .filter((id) => (id === trigger.id ? checked : chosen.includes(id))),
                )
              }
            />
          );
        })}
      </fieldset>
      <button type="button" className={classes.more} onClick={forAll}>
        <Trans>For all triggers</Trans>
      </button>
      <DoneButton path={path} />
    </div>
  );
}
