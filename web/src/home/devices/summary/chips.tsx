import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Icon } from '../../../design/icon.ts';
import {
  IconBattery,
  IconBolt,
  IconBulb,
  IconDoor,
  IconLockOpen,
  IconTemperature,
  IconWifiOff,
} from '../../../design/icons.generated.ts';
import type { Filter } from '../tiles/tiles-search.ts';
import { AllOffButton } from './all-off-button.tsx';
import classes from './chips.module.css';
import type { Chip } from './summarize.ts';
import { useChips, useLitLamps } from './summary-provider.tsx';

const icons: Readonly<Record<Filter, Icon>> = {
  lights: IconBulb,
  security: IconLockOpen,
  climate: IconTemperature,
  energy: IconBolt,
  batteries: IconBattery,
  unreachable: IconWifiOff,
};

/** A link is current only if its whole search matches. */
const exactly = { exact: true, includeSearch: true } as const;

/** Summarizes the home in one line. Its space is reserved before it is known. */
export function Chips() {
  const chips = useChips();
  return (
    <nav className={classes.chips} aria-label={t`At a glance`}>
      {chips?.length === 0 && (
        <p className={classes.quiet}>
          <Trans>All quiet</Trans>
        </p>
      )}
      {chips && chips.length > 0 && (
        <ul>
          {chips.map((chip) => (
            <ChipItem key={chip.filter} chip={chip} />
          ))}
        </ul>
      )}
    </nav>
  );
}

function ChipItem({ chip: { filter, text, detail, needsAttention, isDoor } }: { chip: Chip }) {
  const lamps = useLitLamps();
  const Icon = isDoor ? IconDoor : icons[filter];
  return (
    <li className={classes.chip} data-filter={filter} data-attention={needsAttention || undefined}>
      <Link to="/" search={{ show: filter }} activeOptions={exactly}>
        <Icon size={18} stroke={1.7} aria-hidden="true" />
        {text}
        <span className="visually-hidden">{detail}</span>
      </Link>
      {filter === 'lights' && <AllOffButton lamps={lamps} where={t`in the home`} className={classes.off} />}
    </li>
  );
}
