import type { Tile, TileGroup } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCheck } from '../../../design/page-icons.generated.ts';
import classes from './arrange.module.css';
import { areasOf, groupsIn, type HomeOrder, type Place, placeOf, rowsOf, tileKey } from './home-order.ts';

type Props = { tile: Tile; order: HomeOrder; onPlace: (place: Place) => void };

/** Chooses a place for a device without dragging it. */
export function MoveForm({ tile, order, onPlace }: Props) {
  const rows = rowsOf(order);
  const place = placeOf(rows, tileKey(tile.id));
  const countIn = ({ id }: TileGroup) => order.tiles.filter(({ groups }) => groups[0] === id).length;
  if (!place)
    return (
      <Text>
        <Trans>This device is no longer in your home.</Trans>
      </Text>
    );
  const { group, position } = place;
  const isHere = ({ id }: TileGroup) => id === group.id;
  return (
    <Stack>
      <Group grow>
        <Button
          variant="default"
          size="md"
          leftSection={<IconArrowUp size={18} />}
          disabled={position === 0}
          onClick={() => onPlace({ group, position: position - 1 })}
        >
          <Trans>Up</Trans>
        </Button>
        <Button
          variant="default"
          size="md"
          leftSection={<IconArrowDown size={18} />}
          disabled={position === countIn(group) - 1}
          onClick={() => onPlace({ group, position: position + 1 })}
        >
          <Trans>Down</Trans>
        </Button>
      </Group>
      <ul className={classes.places} aria-label={t`Areas and groups`}>
        {areasOf(order.groups)
          .flatMap((area) => [area, ...groupsIn(order.groups, area)])
          .map((each) => (
            <li key={each.id}>
              <button
                type="button"
                className={classes.place}
                data-inside={each.parent ? '' : undefined}
                aria-current={isHere(each) || undefined}
                disabled={isHere(each)}
                onClick={() => onPlace({ group: each, position: countIn(each) })}
              >
                {each.label}
                {isHere(each) && <IconCheck size={18} aria-label={t`Current place`} />}
              </button>
            </li>
          ))}
      </ul>
    </Stack>
  );
}
