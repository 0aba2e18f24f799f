import { t } from '@lingui/core/macro';
import { useEditor } from '../shared/editor-context.ts';
import { OfferItem, OfferList } from './offer-list.tsx';
import type { PickerProps } from './picker-props.ts';

/** Offers the kinds of times; a word of the sentence then chooses the exact time. */
export function TimePicker({ clause, onChoose }: PickerProps) {
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
export function PersonPicker({ clause, onChoose }: PickerProps) {
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
