import type { Tile } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import { IconStar, IconStarFilled } from '../../../design/page-icons.generated.ts';
import { useChangeFavourites } from './use-change-favourites.ts';

/** Makes all tiles of a device favourites, or ordinary ones again, from the device's menu. */
export function FavouriteMenuItem({ tiles }: { tiles: readonly Tile[] }) {
  const { favourites, toggle } = useChangeFavourites();
  const isFavourite = favourites.some(({ id }) => tiles.some((tile) => tile.id === id));
  const Star = isFavourite ? IconStarFilled : IconStar;
  return (
    <Menu.Item leftSection={<Star size={16} aria-hidden="true" />} onClick={() => toggle(tiles)}>
      {isFavourite ? t`Remove from favourites` : t`Add to favourites`}
    </Menu.Item>
  );
}
