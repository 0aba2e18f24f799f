import type { Tile, TileGroup } from '@azulejo/contract';
import { MAX_LAMP_GROUPS, MAX_LAMPS, MAX_NAME_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../../../design/notify.ts';
import { usePreferencesStore } from '../../person/preferences/preferences-store.ts';
import { type GroupTile, isLampTile, type LampGroup, useGroupTiles } from '../tiles/lamp-groups.ts';
import type { HomeOrder } from './home-order.ts';

const MIN_LAMPS = 2;

/** Returns the lamps of a room and of the groups in it. */
export function lampsIn({ tiles, groups }: HomeOrder, room: TileGroup): readonly Tile[] {
  const ids = new Set([room.id, ...groups.filter(({ parent }) => parent === room.id).map(({ id }) => id)]);
  return tiles.filter((tile) => isLampTile(tile) && tile.groups.some((id) => ids.has(id)));
}

/** Returns the lamps of a group, then the others of its room. */
export function choicesOf({ lamps, groups: [place] }: GroupTile, order: HomeOrder): readonly Tile[] {
  const own = order.groups.find(({ id }) => id === place);
  const room = order.groups.find(({ id }) => id === own?.parent) ?? own;
  return [
    ...new Map([...lamps, ...(room ? lampsIn(order, room) : [])].map((tile) => [tile.id, tile])).values(),
  ];
}

type Props = {
  /** Lists the lamps to choose from. */
  lamps: readonly Tile[];
  /** The group to change; a new one without it. */
  group?: GroupTile;
  onClose: () => void;
};

/** Chooses the lamps that are shown as one tile, and its name. */
export function LampGroupForm({ lamps, group, onClose }: Props) {
  const { put, remove, isFull } = useChangeLampGroups();
  const [name, setName] = useState(group?.label ?? '');
  const [chosen, setChosen] = useState<readonly string[]>(group?.lamps.map(({ id }) => id) ?? []);
  const [isTried, setIsTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  const problem = problemOf(name, chosen);
  const isRefused = isFull && !group;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (problem || isRefused) return;
        const id = group?.id ?? crypto.randomUUID();
        put({ id, name: name.trim(), tiles: [...chosen] });
        onClose();
      }}
    >
      <Stack>
        <TextInput
          label={t`Name`}
          size="md"
          maxLength={MAX_NAME_LENGTH}
          ref={field}
          value={name}
          error={isTried ? problem?.name : undefined}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Checkbox.Group
          label={t`Lamps`}
          value={[...chosen]}
          onChange={setChosen}
          error={isRefused ? t`You have reached the maximum number of groups.` : isTried && problem?.lamps}
        >
          <Stack gap="xs" mt="xs">
            {lamps.map(({ id, label }) => (
              <Checkbox key={id} value={id} label={label} size="md" />
            ))}
          </Stack>
        </Checkbox.Group>
        <FormButtons onUngroup={group && (() => remove(group.id))} onClose={onClose} />
      </Stack>
    </form>
  );
}

type ButtonsProps = { onUngroup: (() => void) | undefined; onClose: () => void };

function FormButtons({ onUngroup, onClose }: ButtonsProps) {
  return (
    <Group justify="flex-end">
      {onUngroup && (
        <Button
          variant="subtle"
          color="red"
          size="md"
          onClick={() => {
            onUngroup();
            onClose();
          }}
        >
          <Trans>Ungroup</Trans>
        </Button>
      )}
      <Button variant="default" size="md" onClick={onClose}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" size="md">
        <Trans>Save</Trans>
      </Button>
    </Group>
  );
}

function problemOf(name: string, chosen: readonly string[]): { name?: string; lamps?: string } | undefined {
  const found = {
    ...(name.trim() === '' && { name: t`Type a name.` }),
    ...(chosen.length < MIN_LAMPS && { lamps: t`Choose at least two lamps.` }),
    ...(chosen.length > MAX_LAMPS && { lamps: t`Choose at most ${{ count: MAX_LAMPS }} lamps.` }),
  };
  return Object.keys(found).length > 0 ? found : undefined;
}

/**
 * Returns the groups of lamps, and functions that change them, optimistically. What is stored loses lamps that the
 * home no longer has.
 */
function useChangeLampGroups() {
  const groups = useGroupTiles();
  const { change } = usePreferencesStore();
  const stored = groups.map(
    ({ id, label, lamps }): LampGroup => ({ id, name: label, tiles: lamps.map((lamp) => lamp.id) }),
  );
  const save = (next: readonly LampGroup[]) => {
    change({ lamp_groups: [...next] }).catch(notify.failed);
  };
  return {
    groups,
    isFull: groups.length >= MAX_LAMP_GROUPS,
    /** Adds a group, or replaces the one with its id. Its lamps leave the groups that they were in. */
    put: (group: LampGroup) => {
      const taken = new Set(group.tiles);
      const others = stored
        .map((each) => ({ ...each, tiles: each.tiles.filter((id) => !taken.has(id)) }))
        .filter(({ tiles }) => tiles.length > 0);
      const at = stored.findIndex(({ id }) => id === group.id);
      const rest = others.filter(({ id }) => id !== group.id);
      save(rest.toSpliced(at === -1 ? rest.length : at, 0, group));
    },
    remove: (id: string) => save(stored.filter((each) => each.id !== id)),
  };
}
