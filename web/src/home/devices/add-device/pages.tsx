import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';

type Props<Item> = {
  items: readonly Item[];
  /** Limits the items on a page. */
  size: number;
  /** The first page is shown when it changes. */
  resetKey: string;
  children: (page: readonly Item[]) => ReactNode;
};

/** Shows a long list a page at a time. */
export function Pages<Item>({ items, size, resetKey, children }: Props<Item>) {
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
