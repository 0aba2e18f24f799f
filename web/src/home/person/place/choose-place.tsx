import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormError } from '../../../design/form-error.tsx';
import { IconSearch } from '../../../design/icons.generated.ts';
import { IconCurrentLocation } from '../../../design/page-icons.generated.ts';
import { useSession } from '../../data/session/session.ts';
import { homeTimeQuery } from '../preferences/home-place.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { zoneLabel } from '../preferences/zones.ts';
import { type Choice, choiceOfTown } from './choice.ts';
import classes from './place.module.css';
import { countryName, loadTowns, type Town, type Towns } from './towns.ts';

type Props = { onChoose: (choice: Choice) => void };

/** Takes the place from this device, from a list of towns, or roughly from the time zone. */
export function ChoosePlace({ onChoose }: Props) {
  const { data: towns, error } = useQuery({ queryKey: ['towns'], queryFn: loadTowns, gcTime: 0 });
  return (
    <div className={classes.content}>
      <p className={classes.lead}>
        <Trans>Only for the sun and for who is at home. It stays on this platform.</Trans>
      </p>
      {canAsk() && towns && <DeviceButton towns={towns} onChoose={onChoose} />}
      <TownField towns={towns} onChoose={(town) => onChoose(choiceOfTown(town, 'town'))} />
      <FormError error={error} />
      {towns && <ZoneButton towns={towns} onChoose={onChoose} />}
      <p className={classes.source}>
        <Trans>Towns: GeoNames, CC BY 4.0</Trans>
      </p>
    </div>
  );
}

/** Browsers tell only a page from a safe address where they are. */
const canAsk = (): boolean => window.isSecureContext && 'geolocation' in navigator;

const WAIT_MS = 20_000;

function DeviceButton({ towns, onChoose }: Props & { towns: Towns }) {
  const [state, setState] = useState<'idle' | 'waiting' | 'refused'>('idle');
  const ask = () => {
    setState('waiting');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        const town = towns.nearest({ latitude, longitude });
        if (town) onChoose({ by: 'device', latitude, longitude, accuracy, town });
      },
      () => setState('refused'),
      { timeout: WAIT_MS, maximumAge: 600_000 },
    );
  };
  if (state === 'refused')
    return (
      <p className={classes.refused} role="alert">
        <Trans>
          <b>This browser gave no location.</b> Type your town instead.
        </Trans>
      </p>
    );
  return (
    <>
      <Button
        fullWidth
        size="lg"
        leftSection={<IconCurrentLocation size={20} aria-hidden="true" />}
        aria-disabled={state === 'waiting'}
        onClick={state === 'waiting' ? undefined : ask}
      >
        {state === 'waiting' ? t`Asking this device…` : t`Use this device’s location`}
      </Button>
      <p role="status" className={classes.hint}>
        {state === 'waiting' && t`Your browser asks you. Choose “Allow”.`}
      </p>
      <p className={classes.or}>
        <Trans>or</Trans>
      </p>
    </>
  );
}

/** Offers the biggest town of the time zone: that of the home, or that of the browser while only the server's is known. */
function ZoneButton({ towns, onChoose }: Props & { towns: Towns }) {
  const { data: time } = useQuery(homeTimeQuery(useSession()));
  if (!time) return null;
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = time.source === 'server' ? own : time.timezone;
  const town = towns.ofZone(zone);
  if (!town) return null;
  const name = zoneLabel(zone);
  return (
    <div>
      <Button
        variant="subtle"
        className={classes.zone}
        onClick={() => onChoose(choiceOfTown({ ...town, zone }, 'zone'))}
      >
        {t`Use the middle of ${name}`}
      </Button>
      <p className={classes.hint}>
        <Trans>From your time zone. Sunset can then be off by half an hour.</Trans>
      </p>
    </div>
  );
}

type TownFieldProps = { towns: Towns | undefined; onChoose: (town: Town) => void };

/** Finds a town by the beginning of its name, in the languages of this page too. */
function TownField({ towns, onChoose }: TownFieldProps) {
  const { locale } = usePreferences();
  const [text, setText] = useState('');
  const found = towns?.find(text) ?? [];
  const option: SelectProps['renderOption'] = ({ option: { value, label } }) => (
    <span className={classes.town}>
      <b>{label}</b>
      <small>{detailOf(found[Number(value)], locale)}</small>
    </span>
  );
  return (
    <Select
      label={t`Town`}
      size="md"
      searchable
      value={null}
      searchValue={text}
      onSearchChange={setText}
      data={found.map(({ name }, index) => ({ value: String(index), label: name }))}
      // They are found already, also by other names.
      filter={({ options }) => options}
      renderOption={option}
      nothingFoundMessage={
        towns && text.trim() !== '' ? t`No town of this name. Try the next bigger one.` : undefined
      }
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      rightSection={null}
      selectFirstOptionOnChange
      comboboxProps={{ withinPortal: false }}
      onChange={(value) => {
        const town = value === null ? undefined : found[Number(value)];
        if (town) onChoose(town);
      }}
    />
  );
}

function detailOf(town: Town | undefined, locale: string): string {
  if (!town) return '';
  const country = countryName(town.country, locale);
  const { near } = town;
  return near ? t`${country}, near ${near}` : country;
}
