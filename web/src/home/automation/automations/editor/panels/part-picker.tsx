import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useEditor } from '../shared/editor-context.ts';
import type { ClauseName } from '../state/parts.ts';
import { valueAt } from '../state/path.ts';
import { Choices } from './choices.tsx';
import { DevicesPicker } from './group-picker.tsx';
import { OfferItem, OfferList } from './offer-list.tsx';
import { OtherPicker } from './other-picker.tsx';
import classes from './panels.module.css';
import type { PickerProps } from './picker-props.ts';

/** The place of the part that is chosen: a new one, or that of another one. */
type At = { readonly add: ClauseName } | { readonly path: string };

type Kind = 'device' | 'time' | 'person' | 'other';

const KINDS: Readonly<Record<ClauseName, readonly Kind[]>> = {
  when: ['device', 'time', 'person', 'other'],
  onlyIf: ['device', 'time', 'person'],
  then: ['device', 'other'],
};

/** Where a part of each kind is chosen; the others are chosen by their device. */
const TABS: Readonly<Record<string, Kind>> = {
  time: 'time',
  sun: 'time',
  interval: 'time',
  person: 'person',
  webhook: 'other',
  scene: 'other',
  automation: 'other',
  wait: 'other',
  'wait-until': 'other',
  if: 'other',
  notify: 'other',
};

/** Chooses a trigger, a condition or a step: only what this home can do. */
export function PartPicker({ clause, at }: { clause: ClauseName; at: At }) {
  const { definition, choose } = useEditor();
  const present = 'path' in at ? valueAt(definition, at.path) : undefined;
  const [kind, setKind] = useState<Kind>(() => TABS[kindOf(present)] ?? 'device');
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
      {kind === 'device' && <DevicesPicker {...props} present={present} />}
      {kind === 'time' && <TimePicker {...props} />}
      {kind === 'person' && <PersonPicker {...props} />}
      {kind === 'other' && <OtherPicker {...props} />}
    </div>
  );
}

const kindOf = (part: unknown): string =>
  typeof part === 'object' && part !== null && 'kind' in part ? String(part.kind) : '';

/** Offers the kinds of times; a word of the sentence then chooses the exact time. */
function TimePicker({ clause, onChoose }: PickerProps) {
  const { wording } = useEditor();
  const { sun, condition } = wording.speech.words;
  const capital = (text: string) => wording.speech.capital(text.replaceAll(/[[\]]/g, ''));
  const offers: readonly (readonly [text: string, part: object])[] =
    clause === 'when'
      ? [
          [t`At a time of day`, { kind: 'time', time: { at: '07:00' } }],
          [capital(sun.sunset), { kind: 'sun', sun: { event: 'sunset' } }],
          [capital(sun.sunrise), { kind: 'sun', sun: { event: 'sunrise' } }],
          [t`Again and again`, { kind: 'interval', every: 'PT15M' }],
        ]
      : [
          [capital(condition.down), { kind: 'sun', sun: 'down' }],
          [capital(condition.up), { kind: 'sun', sun: 'up' }],
          [t`Between two times of day`, { kind: 'time', time: { from: '22:00', to: '06:00' } }],
          [t`On some days`, { kind: 'time', time: { days: ['mo', 'tu', 'we', 'th', 'fr'] } }],
        ];
  return (
    <OfferList label={t`Times`}>
      {offers.map(([text, part]) => (
        <OfferItem key={text} text={text} onChoose={() => onChoose(part)} />
      ))}
    </OfferList>
  );
}

/** Offers that a person arrives, leaves or is somewhere. */
function PersonPicker({ clause, onChoose }: PickerProps) {
  const offers: readonly (readonly [text: string, part: object])[] =
    clause === 'when'
      ? [
          [t`You arrive home`, { kind: 'person', person: 'arrives', place: 'home' }],
          [t`You leave home`, { kind: 'person', person: 'leaves', place: 'home' }],
        ]
      : [
          [t`You are at home`, { kind: 'person', person: 'is-at', place: 'home' }],
          [t`You are away`, { kind: 'person', person: 'is-not-at', place: 'home' }],
        ];
  return (
    <OfferList label={t`People`}>
      {offers.map(([text, part]) => (
        <OfferItem key={text} text={text} onChoose={() => onChoose(part)} />
      ))}
    </OfferList>
  );
}
