import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type RefObject, useState } from 'react';
import { IconRoute } from '../../../design/icons.generated.ts';
import { IconArrowLeft, IconFlask, IconFolder, IconPhoto } from '../../../design/page-icons.generated.ts';
import { KindIcon } from '../../../tiles/kind-icon.tsx';
import { ConnectionNote } from '../../devices/connection/connection-note.tsx';
import { FavouriteMenuItem } from '../../devices/favourites/favourite-buttons.tsx';
import { IconMenuItem } from '../../devices/own-icons/icon-menu-item.tsx';
import type { Device } from '../../devices/tiles/use-device.ts';
import { useWayBack } from '../../devices/tiles/way-back.ts';
import back from '../../kit/ui/back.module.css';
import { TaskMenu, useTask } from '../../kit/ui/task-menu.tsx';
import { useIsPhone } from '../../kit/ui/use-is-phone.ts';
import { isWallTablet } from '../../tablet/wall-tablet/wall-tablet.ts';
import classes from './device.module.css';
import { DeviceState } from './device-state.tsx';
import { IconDialog } from './icon-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PhotoDialog } from './photo-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

type Task = 'rename' | 'photo' | 'icon' | 'move' | 'remove';

/** Returns the person's own picture, or that of the device's kind in the style of painted tiles. */
function pictureOf({ channel, tiles }: Device): string | undefined {
  const own = tiles[0]?.photoUrl;
  return own?.includes('/images/') ? channel.photoUrl || own : own;
}

/** Shows the device's name and place, and the actions on the device as a whole. */
export function DeviceHeader({ device }: { device: Device }) {
  const { task, begin, close, opener } = useTask<Task>();
  const { channel, name, place } = device;
  const dialog = { device, onClose: close };
  return (
    <header className={classes.header}>
      <Link {...useWayBack()} className={back.link} aria-label={t`Back to home`}>
        <IconArrowLeft size={22} aria-hidden="true" />
      </Link>
      <DevicePicture device={device} />
      <div className={classes.title}>
        <h1>{name}</h1>
        <Place place={place} />
        {channel.virtual && <VirtualMark />}
        <DeviceState channel={channel} />
      </div>
      {!isWallTablet() && <DeviceMenu device={device} opener={opener} onTask={begin} />}
      {task === 'rename' && <RenameDialog {...dialog} />}
      {task === 'photo' && <PhotoDialog {...dialog} />}
      {task === 'icon' && <IconDialog {...dialog} />}
      {task === 'move' && <MoveDialog {...dialog} />}
      {task === 'remove' && <RemoveDialog {...dialog} />}
    </header>
  );
}

type MenuProps = {
  device: Device;
  opener: RefObject<HTMLButtonElement | null>;
  onTask: (task: Task) => void;
};

function DeviceMenu({ device, opener, onTask }: MenuProps) {
  return (
    <TaskMenu
      label={t`Change this device`}
      opener={opener}
      onRename={() => onTask('rename')}
      onRemove={() => onTask('remove')}
      remove={<Trans>Remove</Trans>}
    >
      <Menu.Item leftSection={<IconPhoto size={16} />} onClick={() => onTask('photo')}>
        <Trans>Change the picture</Trans>
      </Menu.Item>
      <IconMenuItem onClick={() => onTask('icon')} />
      <Menu.Item leftSection={<IconFolder size={16} />} onClick={() => onTask('move')}>
        <Trans>Move</Trans>
      </Menu.Item>
      <FavouriteMenuItem tiles={device.tiles} />
      <Menu.Item
        leftSection={<IconRoute size={16} />}
        renderRoot={(props) => (
          <Link {...props} to="/automations/new" search={{ device: device.channel.id }} />
        )}
      >
        <Trans>Make this automatic</Trans>
      </Menu.Item>
    </TaskMenu>
  );
}

/** Shows the device's picture, or the icon of its kind if the picture cannot be loaded, as without a connection. */
function DevicePicture({ device }: { device: Device }) {
  const [failed, setFailed] = useState<string>();
  const picture = pictureOf(device);
  if (picture !== undefined && picture !== failed)
    return <img className={classes.photo} src={picture} alt="" onError={() => setFailed(picture)} />;
  return (
    <span className={classes.photo}>
      <KindIcon kind={device.tiles[0]?.components[0]?.type} size={28} />
    </span>
  );
}

/** Shows where the device is; on a phone also whether the home is live, because there is no header above it. */
function Place({ place }: Pick<Device, 'place'>) {
  const isPhone = useIsPhone();
  return (
    <div className={classes.place}>
      <p>{place.map(({ label }) => label).join(' › ')}</p>
      {isPhone && <ConnectionNote />}
    </div>
  );
}

function VirtualMark() {
  return (
    <p className={classes.virtual}>
      <IconFlask size={16} stroke={1.6} aria-hidden="true" />
      <Trans>Virtual device: it controls nothing</Trans>
    </p>
  );
}
