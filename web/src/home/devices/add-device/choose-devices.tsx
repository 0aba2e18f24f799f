import type { BridgeDevice } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { IconSearch } from '../../../design/icons.generated.ts';
import { kindText } from '../../../models/model-text.ts';
import { findByWords } from '../../kit/ui/search-words.ts';
import classes from './catalogue.module.css';
import { type FoundItem, FoundRow } from './found-row.tsx';
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

type PagesProps<Item> = {
  items: readonly Item[];
  /** Limits the items on a page. */
  size: number;
  /** The first page is shown when it changes. */
  resetKey: string;
  children: (page: readonly Item[]) => ReactNode;
};

/** Shows a long list a page at a time. */
function Pages<Item>({ items, size, resetKey, children }: PagesProps<Item>) {
  const [place, setPlace] = useState({ page: 0, key: resetKey });
  const last = Math.max(0, Math.ceil(items.length / size) - 1);
  const page = place.key === resetKey ? Math.min(place.page, last) : 0;
  const start = page * size;
  const go = (to: number) => setPlace({ page: to, key: resetKey });
  return (
    <>
      {children(items.slice(start, start + size))}
      {items.length === 0 && (
        <Text role="status">
          <Trans>No device matches.</Trans>
        </Text>
      )}
      {last > 0 && (
        <Group component="nav" aria-label={t`Pages of devices`} justify="space-between">
          <Button variant="default" size="md" disabled={page === 0} onClick={() => go(page - 1)}>
            <Trans>Previous</Trans>
          </Button>
          <Text size="sm" c="dimmed" role="status">
            <Trans>
              {start + 1} to {Math.min(start + size, items.length)} of {items.length}
            </Trans>
          </Text>
          <Button variant="default" size="md" disabled={page === last} onClick={() => go(page + 1)}>
            <Trans>Next</Trans>
          </Button>
        </Group>
      )}
    </>
  );
}
