import type { BridgeDevice } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Checkbox, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { IconSearch } from '../../../design/icons.generated.ts';
import { kindText } from '../../../models/model-text.ts';
import { findByWords } from '../../kit/ui/search-words.ts';
import classes from './catalogue.module.css';
import { type FoundItem, FoundRow } from './found-row.tsx';
import { Pages } from './pages.tsx';
import type { Choices } from './use-choices.ts';

const PAGE_SIZE = 25;
/** The number of devices from which a search field is shown. */
const MIN_SEARCHED = 8;

type Props = {
  devices: readonly BridgeDevice[];
  choices: Choices;
  /** The names of the areas. */
  areas: readonly string[];
  isBusy: boolean;
};

/** Lists the devices that were found in pages, with a search. */
export function ChooseDevices({ devices, choices, areas, isBusy }: Props) {
  const [text, setText] = useState('');
  const items = useMemo(() => new Map(devices.map((device) => [device.id, itemOf(device)])), [devices]);
  const shown = findByWords(devices, text, ({ id, name }) => ({ known: `${name} ${items.get(id)?.detail}` }));
  const chosen = shown.filter((device) => choices.of(device).isChosen).length;
  return (
    <>
      {devices.length >= MIN_SEARCHED && (
        <TextInput
          type="search"
          aria-label={t`Search the devices that were found`}
          placeholder={t`Search by name, maker or kind`}
          leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
          size="md"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <Checkbox
        size="md"
        label={text.trim() === '' ? t`All devices` : t`All devices that were found by the search`}
        checked={shown.length > 0 && chosen === shown.length}
        indeterminate={chosen > 0 && chosen < shown.length}
        disabled={isBusy || shown.length === 0}
        onChange={({ currentTarget }) => choices.changeAll(shown, currentTarget.checked)}
      />
      <Pages items={shown} size={PAGE_SIZE} resetKey={text}>
        {(page) => (
          <ul className={classes.rows} data-wide>
            {page.map((device) => (
              <FoundRow
                key={device.id}
                item={items.get(device.id) ?? itemOf(device)}
                areas={areas}
                choice={choices.of(device)}
                isBusy={isBusy}
                onChange={choices.change}
              />
            ))}
          </ul>
        )}
      </Pages>
    </>
  );
}

const itemOf = ({ id, name, image, template: { vendor, model, kind } }: BridgeDevice): FoundItem => ({
  id,
  label: name,
  detail: `${vendor} ${model} · ${kindText(kind)}`,
  image,
});
