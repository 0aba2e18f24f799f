import type { Tile } from '@azulejo/contract';
import { Trans } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { IconRoute } from '../../../design/icons.generated.ts';

/** The tile whose menu is open, and where it was asked for. */
export type OpenedMenu = { readonly tile: Tile; readonly x: number; readonly y: number };

type Props = OpenedMenu & { onClose: () => void };

/**
 * Offers what can be done with a device without opening it: by right-click, a long press or Shift+F10 on its
 * tile.
 */
export function TileMenu({ tile, x, y, onClose }: Props) {
  // The menu is anchored to a point, which cannot get the focus back.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => (opener instanceof HTMLElement ? opener.focus() : undefined), [opener]);
  return (
    <Menu returnFocus={false} opened onClose={onClose} position="bottom-start" shadow="md" radius="md">
      <Menu.Target>
        <span style={{ position: 'fixed', left: x, top: y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={tile.label}>
        <Menu.Item
          leftSection={<IconRoute size={16} aria-hidden="true" />}
          renderRoot={(props) => <Link {...props} to="/automations/new" search={{ device: tile.channel }} />}
        >
          <Trans>Make this automatic</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
