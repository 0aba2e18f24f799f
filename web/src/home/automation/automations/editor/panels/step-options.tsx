import { t } from '@lingui/core/macro';
import { Checkbox } from '@mantine/core';
import { useEditor } from '../shared/editor-context.ts';
import { valueAt } from '../state/path.ts';
import classes from './panels.module.css';

type Props = {
  /** Path of a step that sets something. */
  path: string;
};

/** Chooses how a step sets a device: even if it has the value already, and whether the run ends if it fails. */
export function StepOptions({ path }: Props) {
  const { definition, set } = useEditor();
  const [only, otherwise] = [`${path}.only`, `${path}.else`];
  return (
    <fieldset className={classes.checks} aria-label={t`More about this step`}>
      <Checkbox
        label={t`Send it even if the device is already in this state`}
        checked={valueAt(definition, only) === 'always'}
        onChange={({ currentTarget: { checked } }) => set(only, checked ? 'always' : undefined)}
      />
      <Checkbox
        label={t`Stop if the device does not respond or refuses`}
        checked={valueAt(definition, otherwise) === 'stop'}
        onChange={({ currentTarget: { checked } }) => set(otherwise, checked ? 'stop' : undefined)}
      />
    </fieldset>
  );
}
