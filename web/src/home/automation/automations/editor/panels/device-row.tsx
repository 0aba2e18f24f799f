import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { IconChevronDown, IconChevronUp } from '../../../../../design/icons.generated.ts';
import { KindIcon } from '../../../../../tiles/kind-icon.tsx';
import { useNowText } from '../shared/now-text.tsx';
import type { Offer } from '../words/offers.ts';
import { OfferItem, OfferList } from './offer-list.tsx';
import classes from './panels.module.css';

type Props = {
  label: string;
  /** Names the type of the device's component. */
  kind: string | undefined;
  /** Number of devices, if the row is a group. */
  count?: number;
  isOpen: boolean;
  offers: () => readonly Offer[];
  present: unknown;
  onToggle: () => void;
  onChoose: (offer: Offer) => void;
};

/** Shows a device or a group of devices, which opens to show what it can report or do. */
export function DeviceRow({ label, kind, count, isOpen, offers, present, onToggle, onChoose }: Props) {
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  const row = useRef<HTMLDivElement>(null);
  const [isFirst] = useState(isOpen);
  // The selected device may be far down the list.
  useEffect(() => {
    if (isFirst) row.current?.scrollIntoView({ block: 'center' });
  }, [isFirst]);
  return (
    <div ref={row} className={classes.device} data-open={isOpen || undefined}>
      <button type="button" className={classes.deviceName} aria-expanded={isOpen} onClick={onToggle}>
        <KindIcon kind={kind} />
        <span>{label}</span>
        {count !== undefined && <span className={classes.offerNow}>{count}</span>}
        <Chevron size={18} aria-hidden="true" />
      </button>
      {isOpen && <Offers label={label} offers={offers()} present={present} onChoose={onChoose} />}
    </div>
  );
}

type OffersProps = Pick<Props, 'label' | 'present' | 'onChoose'> & { offers: readonly Offer[] };

function Offers({ label, offers, present, onChoose }: OffersProps) {
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? offers : offers.filter(({ isMain }) => isMain);
  return (
    <>
      <OfferList label={label}>
        {shown.map((offer) => (
          <LiveOffer
            key={JSON.stringify(offer.part)}
            offer={offer}
            isChosen={isSamePart(offer.part, present)}
            onChoose={() => onChoose(offer)}
          />
        ))}
      </OfferList>
      {shown.length < offers.length && (
        <button type="button" className={classes.more} onClick={() => setIsAll(true)}>
          <Trans>Show all</Trans>
        </button>
      )}
      {offers.length === 0 && <p className={classes.note}>{t`It offers nothing here.`}</p>}
    </>
  );
}

function LiveOffer({ offer, ...item }: { offer: Offer; isChosen: boolean; onChoose: () => void }) {
  const now = useNowText(offer.property?.address);
  return <OfferItem text={offer.text} now={now} {...item} />;
}

/** Whether two parts say the same of the same property, whatever the value, the duration and the options. */
function isSamePart(offered: object, present: unknown): boolean {
  const plain = (part: unknown) => {
    const rest = Object.fromEntries(
      Object.entries(part ?? {}).filter(([name, value]) => !ASIDE.has(name) && !Array.isArray(value)),
    );
    const members = Object.entries(rest).map(([name, value]) => [
      name,
      name === 'for' || name === 'since' || typeof value === 'number' ? '' : value,
    ]);
    return JSON.stringify(members.filter(([name]) => name !== 'value' || typeof rest['value'] === 'boolean'));
  };
  return plain(offered) === plain(present);
}

/** Members that do not make it another part; lists of triggers do not either. */
const ASIDE: ReadonlySet<string> = new Set(['id', 'unit', 'leeway', 'retrigger', 'only', 'else']);
