import { t } from '@lingui/core/macro';
import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { IconSearch } from '../../../design/icons.generated.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import classes from './place.module.css';
import { countryName, type Town, type Towns } from './towns.ts';

type Props = { towns: Towns | undefined; onChoose: (town: Town) => void };

/** Finds a town by the beginning of its name, in the languages of this page too. */
export function TownField({ towns, onChoose }: Props) {
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
