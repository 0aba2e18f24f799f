import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { IconRoute } from '../../../design/icons.generated.ts';
import {
  IconArrowLeft,
  IconDots,
  IconFlask,
  IconFolder,
  IconPencil,
  IconPhoto,
  IconTrash,
} from '../../../design/page-icons.generated.ts';
import { KindIcon } from '../../../tiles/kind-icon.tsx';
import { ConnectionNote } from '../../devices/connection/connection-note.tsx';
import { FavouriteMenuItem } from '../../devices/favourites/favourite-menu-item.tsx';
import { IconMenuItem } from '../../devices/own-icons/icon-menu-item.tsx';
import type { Device } from '../../devices/tiles/use-device.ts';
import { useWayBack } from '../../devices/tiles/way-back.ts';
import back from '../../kit/ui/back.module.css';
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
  const [task, setTask] = useState<Task>();
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setTask(undefined);
    opener.current?.focus();
  };
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
      {!isWallTablet() && <DeviceMenu device={device} opener={opener} onTask={setTask} />}
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
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon
          ref={opener}
          variant="subtle"
          color="gray"
          size={44}
          radius="xl"
          aria-label={t`Change this device`}
        >
          <IconDots size={20} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onTask('rename')}>
          <Trans>Rename</Trans>
        </Menu.Item>
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
        <Menu.Divider />
        <Menu.Item
          color="var(--azulejo-bad)"
          leftSection={<IconTrash size={16} />}
          onClick={() => onTask('remove')}
        >
          <Trans>Remove</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
