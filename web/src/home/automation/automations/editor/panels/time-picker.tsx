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
          [t`At a time of day`, { time: { at: '07:00' } }],
          [capital(sun.sunset), { sun: { event: 'sunset' } }],
          [capital(sun.sunrise), { sun: { event: 'sunrise' } }],
          [t`Again and again`, { every: 'PT15M' }],
        ]
      : [
          [capital(condition.down), { sun: 'down' }],
          [capital(condition.up), { sun: 'up' }],
          [t`Between two times of day`, { time: { from: '22:00', to: '06:00' } }],
          [t`On some days`, { time: { days: ['mo', 'tu', 'we', 'th', 'fr'] } }],
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
          [t`You arrive home`, { person: 'arrives', place: 'home' }],
          [t`You leave home`, { person: 'leaves', place: 'home' }],
        ]
      : [
          [t`You are at home`, { person: 'is-at', place: 'home' }],
          [t`You are away`, { person: 'is-not-at', place: 'home' }],
        ];
  return (
    <OfferList label={t`People`}>
      {offers.map(([text, part]) => (
        <OfferItem key={text} text={text} onChoose={() => onChoose(part)} />
      ))}
    </OfferList>
  );
}
