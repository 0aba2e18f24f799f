import type { Tile } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import { IconStar, IconStarFilled } from '../../../design/page-icons.generated.ts';
import { useChangeFavourites } from './use-change-favourites.ts';

type Props = { tile: Tile; className?: string };

/** Makes a tile a favourite, or an ordinary one again. */
export function FavouriteToggle({ tile, className }: Props) {
  const { favourites, toggle } = useChangeFavourites();
  const isFavourite = favourites.some(({ id }) => id === tile.id);
  const Star = isFavourite ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      className={className}
      aria-pressed={isFavourite}
      aria-label={t`Favourite: ${{ device: tile.label }}`}
      onClick={() => toggle([tile])}
    >
      <Star size={20} stroke={1.6} aria-hidden="true" />
    </button>
  );
}

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
