import type { Preferences, Tile, TileIcon } from '@azulejo/contract';
import { MAX_TILE_ICONS } from '@azulejo/contract/limits';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { KindIcon } from '../../../tiles/kind-icon.tsx';
import { ownIconIn } from '../../devices/own-icons/chosen-icon.tsx';
import { OwnIcon, ownIcons } from '../../devices/own-icons/own-icon.tsx';
import type { Device } from '../../devices/tiles/use-device.ts';
import { TaskDialog } from '../../kit/ui/task-dialog.tsx';
import { usePreferencesStore } from '../../person/preferences/preferences-store.ts';
import { usePreferencesDocument } from '../../person/preferences/use-preferences.ts';
import classes from './icon-dialog.module.css';
import { useTask } from './use-task.ts';

type Choice = TileIcon | undefined;

/** Chooses the icon of a tile of the device: what is connected to a socket only its owner knows. */
export function IconDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const document = usePreferencesDocument();
  const { change } = usePreferencesStore();
  const [tile, setTile] = useState(device.tiles[0]);
  const [chosen, setChosen] = useState<Choice>(() => tile && ownIconIn(document, tile.id));
  const save = useTask(async (shown: Tile) => change({ tile_icons: withIcon(document, shown.id, chosen) }), {
    done: t`The icon was changed.`,
    onDone: onClose,
  });
  const turnTo = (id: string) => {
    setTile(device.tiles.find((each) => each.id === id));
    setChosen(ownIconIn(document, id));
  };
  return (
    <TaskDialog
      title={t`Change the icon`}
      yes={t`Use this icon`}
      canSubmit={tile !== undefined}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={() => tile && save.mutate(tile)}
      onClose={onClose}
    >
      {device.tiles.length > 1 && (
        <NativeSelect
          label={t`Tile`}
          value={tile?.id}
          data={device.tiles.map(({ id, label }) => ({ value: id, label }))}
          onChange={({ currentTarget }) => turnTo(currentTarget.value)}
        />
      )}
      <Choices tile={tile} value={chosen} onChange={setChosen} />
    </TaskDialog>
  );
}

type ChoicesProps = { tile: Tile | undefined; value: Choice; onChange: (icon: Choice) => void };

function Choices({ tile, value, onChange }: ChoicesProps) {
  const name = useId();
  const choice = (each: Choice, label: string, icon: ReactNode) => (
    <label key={label} className={classes.choice}>
      <input
        type="radio"
        className="visually-hidden"
        name={name}
        checked={each === value}
        onChange={() => onChange(each)}
      />
      {icon}
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset className={classes.choices}>
      <legend className="visually-hidden">
        <Trans>Icon</Trans>
      </legend>
      {choice(undefined, t`Default icon`, <KindIcon kind={tile?.components[0]?.type} size={24} />)}
      {(Object.keys(ownIcons) as TileIcon[]).map((each) =>
        choice(each, i18n._(ownIcons[each].label), <OwnIcon name={each} size={24} />),
      )}
    </fieldset>
  );
}

/** Returns the list with the icon of the tile, the latest first, so that those of removed tiles end the list. */
function withIcon({ tile_icons: icons = [] }: Preferences, tile: string, icon: Choice) {
  const others = icons.filter((each) => each.tile !== tile);
  return (icon ? [{ tile, icon }, ...others] : others).slice(0, MAX_TILE_ICONS);
}

/** The contract has the same limit. */
