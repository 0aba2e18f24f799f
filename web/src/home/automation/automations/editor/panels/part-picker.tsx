import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useEditor } from '../shared/editor-context.ts';
import type { ClauseName } from '../state/parts.ts';
import { valueAt } from '../state/path.ts';
import { Choices } from './choices.tsx';
import { DevicesPicker } from './group-picker.tsx';
import { OtherPicker } from './other-picker.tsx';
import classes from './panels.module.css';
import { PersonPicker, TimePicker } from './time-picker.tsx';

/** The place of the part that is chosen: a new one, or that of another one. */
type At = { readonly add: ClauseName } | { readonly path: string };

type Kind = 'device' | 'time' | 'person' | 'other';

const KINDS: Readonly<Record<ClauseName, readonly Kind[]>> = {
  when: ['device', 'time', 'person', 'other'],
  onlyIf: ['device', 'time', 'person'],
  then: ['device', 'other'],
};

/** Chooses a trigger, a condition or a step: only what this home can do. */
export function PartPicker({ clause, at }: { clause: ClauseName; at: At }) {
  const { definition, choose } = useEditor();
  const present = 'path' in at ? valueAt(definition, at.path) : undefined;
  const [kind, setKind] = useState<Kind>(() => kindOf(present));
  const labels: Record<Kind, string> = {
    device: t`Device`,
    time: t`Time`,
    person: t`Person`,
    other: t`Other`,
  };
  const props = { clause, onChoose: (part: object) => choose(at, part) };
  return (
    <div className={classes.panel}>
      <Choices
        label={t`Kind`}
        value={kind}
        options={KINDS[clause].map((value) => ({ value, label: labels[value] }))}
        onChange={setKind}
      />
      {kind === 'device' && <DevicesPicker {...props} present={present} />}
      {kind === 'time' && <TimePicker {...props} />}
      {kind === 'person' && <PersonPicker {...props} />}
      {kind === 'other' && <OtherPicker {...props} />}
    </div>
  );
}

function kindOf(part: unknown): Kind {
  if (typeof part !== 'object' || part === null) return 'device';
  if ('time' in part || 'sun' in part || 'every' in part) return 'time';
  if ('person' in part) return 'person';
  const isOther = ['webhook', 'scene', 'automation', 'wait', 'waitUntil', 'if', 'notify'].some(
    (name) => name in part,
  );
  return isOther ? 'other' : 'device';
}
