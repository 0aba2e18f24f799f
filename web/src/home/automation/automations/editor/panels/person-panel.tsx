import { t } from '@lingui/core/macro';
import fields from '../../../../kit/ui/native-fields.module.css';
import { useEditor } from '../shared/editor-context.ts';
import { clauseOf, valueAt } from '../state/path.ts';
import { usePlaces } from '../words/use-wording.ts';
import { Choices } from './choices.tsx';
import { DoneButton } from './done-button.tsx';
import classes from './panels.module.css';
import { PeopleField } from './people-field.tsx';

/** Chooses whether a person arrives, leaves or is at a place, and which place. */
export function PersonPanel({ path }: { path: string }) {
  const { definition, set } = useEditor();
  const places = usePlaces();
  const place = String(valueAt(definition, `${path}.place`) ?? 'home');
  const isEvent = clauseOf(path) === 'when';
  const options = isEvent
    ? [
        { value: 'arrives', label: t`Arrives` },
        { value: 'leaves', label: t`Leaves` },
      ]
    : [
        { value: 'is-at', label: t`Is there` },
        { value: 'is-not-at', label: t`Is not there` },
      ];
  return (
    <div className={classes.panel}>
      <PeopleField path={`${path}.who`} {...(!isEvent && { of: `${path}.of` })} />
      <Choices
        label={t`What the person does`}
        value={String(valueAt(definition, `${path}.person`))}
        options={options}
        onChange={(next) => set(`${path}.person`, next)}
      />
      <label className={fields.field}>
        <span>{t`Place`}</span>
        <select
          className={fields.select}
          value={place}
          onChange={({ currentTarget }) => set(`${path}.place`, currentTarget.value)}
        >
          {!places.some(({ id }) => id === place) && <option value={place}>{place}</option>}
          {places.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <DoneButton path={path} />
    </div>
  );
}
