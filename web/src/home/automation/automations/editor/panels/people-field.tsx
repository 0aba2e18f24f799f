import { t } from '@lingui/core/macro';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../../../../data/session/use-me.ts';
import { useEditor } from '../shared/editor-context.ts';
import { valueAt } from '../state/path.ts';
import { Choices } from './choices.tsx';
import classes from './panels.module.css';

type Props = {
  /** Path of the ids. Without them, it is the owner of the automation. */
  path: string;
  /** Path of the choice whether one of them is enough, if there is one. */
  of?: string;
};

const idsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Chooses people: the person who is signed in, and those whom the automation names. */
export function PeopleField({ path, of }: Props) {
  const { definition, set, wording } = useEditor();
  const me = useMe();
  const given = valueAt(definition, path);
  const own = me === undefined ? [] : [me];
  const chosen = given === undefined ? own : idsOf(given);
  const [named] = useState(chosen);
  const known = [...new Set([...own, ...named])];
  if (known.length < 2) return null;
  const put = (ids: readonly string[]) => {
    if (ids.length > 0) set(path, ids.length === 1 && ids[0] === me ? undefined : ids);
  };
  return (
    <>
      <fieldset className={classes.checks} aria-label={t`People`}>
        {known.map((id) => (
          <Checkbox
            key={id}
            label={wording.names.person(id) ?? wording.speech.capital(wording.speech.words.gone.person)}
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              put(known.filter((each) => (each === id ? checked : chosen.includes(each))))
            }
          />
        ))}
      </fieldset>
      {of !== undefined && chosen.length > 1 && (
        <Choices
          label={t`How many of them`}
          value={valueAt(definition, of) === 'any' ? 'any' : 'every'}
          options={[
            { value: 'every', label: t`All of them` },
            { value: 'any', label: t`One is enough` },
          ]}
          onChange={(next) => set(of, next, path)}
        />
      )}
    </>
  );
}
