import { type OfferTab, tabOf } from '@azulejo/automations/offers';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useEditor } from '../shared/editor-context.ts';
import type { ClauseName } from '../state/parts.ts';
import { valueAt } from '../state/path.ts';
import { Choices } from './choices.tsx';
import { DevicesPicker } from './group-picker.tsx';
import { OfferedParts } from './offered-parts.tsx';
import classes from './panels.module.css';

/** The place of the part that is chosen: a new one, or that of another one. */
type At = { readonly add: ClauseName } | { readonly path: string };

type Kind = 'device' | OfferTab;

const KINDS: Readonly<Record<ClauseName, readonly Kind[]>> = {
  when: ['device', 'time', 'person', 'other'],
  onlyIf: ['device', 'time', 'person'],
  then: ['device', 'other'],
};

/** Chooses a trigger, a condition or a step: only what this home can do. */
export function PartPicker({ clause, at }: { clause: ClauseName; at: At }) {
  const { definition, choose } = useEditor();
  const present = 'path' in at ? valueAt(definition, at.path) : undefined;
  const [kind, setKind] = useState<Kind>(() => tabOf(clause, kindOf(present)) ?? 'device');
  const labels: Record<Kind, string> = {
    device: t`Device`,
    time: t({ message: 'Time', context: 'kind' }),
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
      {kind === 'device' ? (
        <DevicesPicker {...props} present={present} />
      ) : (
        <OfferedParts {...props} tab={kind} />
      )}
    </div>
  );
}

const kindOf = (part: unknown): string =>
  typeof part === 'object' && part !== null && 'kind' in part ? String(part.kind) : '';
