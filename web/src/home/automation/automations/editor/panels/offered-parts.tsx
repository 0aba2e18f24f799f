import { type OfferTab, type OfferText, offersUnder } from '@azulejo/automations/offers';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../../data/session/session.ts';
import { scenesQuery } from '../../../scenes/scenes-query.ts';
import { automationsQuery } from '../../data/automations-query.ts';
import { useEditor } from '../shared/editor-context.ts';
import { partTextOf } from '../words/offers.ts';
import { OfferItem, OfferList } from './offer-list.tsx';
import type { PickerProps } from './picker-props.ts';

/** Offers the parts of a tab: what each kind of part offers in this home. */
export function OfferedParts({ clause, tab, onChoose }: PickerProps & { tab: OfferTab }) {
  const { wording, definition, change, close, automationId } = useEditor();
  const { client } = useSession();
  const { data: scenes } = useQuery(scenesQuery(client));
  const { data: automations } = useQuery(automationsQuery(client));
  const idsOf = (list: { elements: readonly { id: string }[] } | undefined) =>
    (list?.elements ?? []).map(({ id }) => id);
  const home = {
    scenes: idsOf(scenes),
    automations: idsOf(automations).filter((id) => id !== automationId),
  };
  /** An automation without a trigger runs only by hand. */
  const byHand = () => {
    change({ ...definition, when: [] }, t`It runs only by hand`);
    close('when');
  };
  return (
    <OfferList label={labelOf(clause, tab)}>
      {offersUnder(clause, tab, home).map(({ part, as }) => (
        <OfferItem
          key={JSON.stringify(part)}
          text={as ? textOf(as) : wording.speech.capital(partTextOf(clause, part, wording))}
          onChoose={() => onChoose(part)}
        />
      ))}
      {clause === 'when' && tab === 'other' && (
        <OfferItem text={t`Nothing: it runs only by hand`} onChoose={byHand} />
      )}
    </OfferList>
  );
}

function labelOf(clause: PickerProps['clause'], tab: OfferTab): string {
  if (tab === 'time') return t`Times`;
  if (tab === 'person') return t`People`;
  return clause === 'when' ? t`Other triggers` : t`Other steps`;
}

/** Returns the texts of parts whose words do not explain them before their values are chosen. */
const textOf = (as: OfferText): string =>
  ({
    'time-of-day': t`At a time of day`,
    'again-and-again': t`Again and again`,
    'time-window': t`Between two times of day`,
    'some-days': t`On some days`,
    'arrives-home': t`You arrive home`,
    'leaves-home': t`You leave home`,
    'is-home': t`You are at home`,
    'is-away': t`You are away`,
    wait: t`Wait a while`,
    'wait-until': t`Wait until something is true`,
    if: t`If something is true, do one thing or another`,
    notify: t`Send a message`,
    'call-address': t`Call a web address`,
  })[as];
