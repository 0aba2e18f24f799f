import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../../data/session/session.ts';
import { scenesQuery } from '../../../scenes/scenes-query.ts';
import { automationsQuery } from '../../data/automations-query.ts';
import { useEditor } from '../shared/editor-context.ts';
import { partTextOf } from '../words/offers.ts';
import { OfferItem, OfferList } from './offer-list.tsx';
import type { PickerProps } from './picker-props.ts';

/** Offers waits, messages, scenes, other automations and web addresses. */
export function OtherPicker({ clause, onChoose }: PickerProps) {
  return clause === 'when' ? <OtherTriggers onChoose={onChoose} /> : <OtherSteps onChoose={onChoose} />;
}

type Props = Pick<PickerProps, 'onChoose'>;

function useScenes() {
  const { client } = useSession();
  return useQuery(scenesQuery(client)).data?.elements ?? [];
}

function OtherTriggers({ onChoose }: Props) {
  const { wording, definition, change, close } = useEditor();
  const scenes = useScenes();
  const textOf = (part: object) => wording.speech.capital(partTextOf('when', part, wording));
  /** An automation without a trigger runs only by hand. */
  const byHand = () => {
    change({ ...definition, when: [] }, t`It runs only by hand`);
    close('when');
  };
  return (
    <OfferList label={t`Other triggers`}>
      <OfferItem
        text={textOf({ kind: 'webhook', webhook: true })}
        onChoose={() => onChoose({ kind: 'webhook', webhook: true })}
      />
      {scenes.map(({ id }) => (
        <OfferItem
          key={id}
          text={textOf({ kind: 'scene', scene: id })}
          onChoose={() => onChoose({ kind: 'scene', scene: id })}
        />
      ))}
      <OfferItem text={t`Nothing: it runs only by hand`} onChoose={byHand} />
    </OfferList>
  );
}

function OtherSteps({ onChoose }: Props) {
  const { wording, automationId } = useEditor();
  const { client } = useSession();
  const scenes = useScenes();
  const { data: automations } = useQuery(automationsQuery(client));
  const textOf = (part: object) => wording.speech.capital(partTextOf('then', part, wording));
  const others = (automations?.elements ?? []).filter(({ id }) => id !== automationId);
  const parts: readonly object[] = [
    ...scenes.map(({ id }) => ({ kind: 'scene', scene: id })),
    ...others.flatMap(({ id }) =>
      ['run', 'switch-on', 'switch-off'].map((as) => ({ kind: 'automation', automation: id, as })),
    ),
  ];
  return (
    <OfferList label={t`Other steps`}>
      <OfferItem text={t`Wait a while`} onChoose={() => onChoose({ kind: 'wait', wait: 'PT3M' })} />
      <OfferItem
        text={t`Wait until something is true`}
        onChoose={() => onChoose({ kind: 'wait-until', waitUntil: {}, atMost: 'PT30M' })}
      />
      <OfferItem
        text={t`If something is true, do one thing or another`}
        onChoose={() => onChoose({ kind: 'if', if: {}, then: [{}] })}
      />
      <OfferItem
        text={t`Send a message`}
        onChoose={() => onChoose({ kind: 'notify', notify: { text: '' } })}
      />
      {parts.map((part) => (
        <OfferItem key={JSON.stringify(part)} text={textOf(part)} onChoose={() => onChoose(part)} />
      ))}
      <OfferItem
        text={t`Call a web address`}
        onChoose={() => onChoose({ kind: 'webhook', webhook: { url: '' } })}
      />
    </OfferList>
  );
}
