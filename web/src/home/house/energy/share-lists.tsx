import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { costText, energyText, percentText } from '../../devices/energy-chart/energy-text.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import classes from './energy.module.css';
import type { EnergySearch } from './energy-search.ts';
import type { Share, Shares } from './shares.ts';

type Props = { search: EnergySearch; shares: Shares; currency: string | undefined };

/** Lists what devices and rooms used in the period. Each links to its own bars. */
export function ShareLists({ search, shares, currency }: Props) {
  const { devices, rooms, rest, total } = shares;
  if (devices.length === 0) return null;
  const { bars, on } = search;
  const common = { total, currency, rest };
  return (
    <div className={classes.lists}>
      {rooms.length > 0 && (
        <ShareList
          {...common}
          title={t`By room`}
          shares={rooms}
          chosen={search.room}
          searchOf={(room) => ({ bars, on, room })}
        />
      )}
      <ShareList
        {...common}
        title={t`By device`}
        shares={devices}
        chosen={search.device}
        searchOf={(device) => ({ bars, on, device })}
      />
    </div>
  );
}

type ListProps = Pick<Shares, 'total'> & {
  title: string;
  shares: readonly Share[];
  rest: Shares['rest'];
  currency: string | undefined;
  chosen: string | undefined;
  searchOf: (id: string) => EnergySearch;
};

function ShareList({ title, shares, rest, total, currency, chosen, searchOf }: ListProps) {
  const row = { total, currency };
  return (
    <section className={classes.card} aria-label={title}>
      <h2>{title}</h2>
      <ul className={classes.shares}>
        {shares.map((share) => (
          <li key={share.id}>
            <Link
              to="/energy"
              search={searchOf(share.id)}
              replace
              resetScroll={false}
              aria-current={share.id === chosen || undefined}
            >
              <ShareRow {...row} share={share} />
            </Link>
          </li>
        ))}
        {rest && (
          <li>
            <div>
              <ShareRow {...row} share={{ id: '', name: t`Everything else`, ...rest }} />
            </div>
          </li>
        )}
      </ul>
    </section>
  );
}

function ShareRow({ share, total, currency }: { share: Share; total: number; currency: string | undefined }) {
  const reading = usePreferences();
  const part = total > 0 ? share.used / total : 0;
  const price = costText(share.cost, currency, reading);
  return (
    <>
      <span className={classes.name}>{share.name}</span>
      <span className={classes.amount}>
        {energyText(share.used, reading)} · {percentText(part, reading)}
        {price && ` · ${price}`}
      </span>
      <span className={classes.share} aria-hidden="true" style={{ '--share': part } as CSSProperties} />
    </>
  );
}
