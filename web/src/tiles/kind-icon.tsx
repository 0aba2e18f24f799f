import type { ConditionKind, RenderedTile } from '@azulejo/sdk';
import type { ReactElement } from 'react';
import { defineOutline, type Icon } from '../design/icon.ts';
import {
  IconAlarmSmoke,
  IconBolt,
  IconBulb,
  IconCpu,
  IconDeviceMobileVibration,
  IconDoor,
  IconDroplet,
  IconFlame,
  IconFountain,
  IconHandClick,
  IconLock,
  IconLockOpen,
  IconMapPin,
  IconMist,
  IconPlug,
  IconPropeller,
  IconRadar,
  IconRun,
  IconSun,
  IconTemperature,
  IconToggleRight,
  IconUrgent,
  IconWifiOff,
} from '../design/icons.generated.ts';

const IconRollerBlind = defineOutline(
  'roller-blind',
  'M3 4h18',
  'M5 4v16h14V4',
  'M5 8h14',
  'M5 12h14',
  'M12 12v3',
);

const IconCarbonMonoxide = defineOutline(
  'carbon-monoxide',
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2',
  'M10.6 10.2a2.1 2.1 0 0 0 -4.1 .7v2.2a2.1 2.1 0 0 0 4.1 .7',
  'M13.3 11a2.1 2.1 0 0 1 4.2 0v2a2.1 2.1 0 0 1 -4.2 0v-2',
);

const IconWindowClosed = defineOutline('window-closed', 'M5 4h14v16h-14v-16', 'M12 4v16', 'M5 12h14');

/** A window with both leaves open to the sides. */
const IconWindowOpen = defineOutline(
  'window-open',
  'M8 4h8v16h-8v-16',
  'M8 4l-5 2.5v15l5 -1.5',
  'M16 4l5 2.5v15l-5 -1.5',
);

/** A door with the leaf open towards the reader. */
const IconDoorOpen = defineOutline(
  'door-open',
  'M3 21h3',
  'M17 21h4',
  'M6 21v-16a2 2 0 0 1 2 -2h7a2 2 0 0 1 2 2v16',
  'M6.6 3.6l5.4 2.9v16l-6 -1.5',
  'M9.5 13v.01',
);

/** Icons by the type of a component, and by the kind of a template if it has another name. */
const icons: Readonly<Record<string, Icon>> = {
  'air-monitor': IconMist,
  'air-quality': IconMist,
  button: IconHandClick,
  'carbon-monoxide': IconCarbonMonoxide,
  'carbon-monoxide-alarm': IconCarbonMonoxide,
  'climate-sensor': IconTemperature,
  'color-light': IconBulb,
  contact: IconDoor,
  'contact-sensor': IconDoor,
  context: IconMapPin,
  cover: IconRollerBlind,
  dimmer: IconBulb,
  fan: IconPropeller,
  gas: IconFlame,
  'gas-alarm': IconFlame,
  illuminance: IconSun,
  leak: IconDroplet,
  'leak-sensor': IconDroplet,
  'light-bulb': IconBulb,
  'light-group': IconBulb,
  'light-sensor': IconSun,
  lock: IconLock,
  meter: IconBolt,
  motion: IconRun,
  'motion-sensor': IconRun,
  'multi-socket': IconPlug,
  plug: IconPlug,
  presence: IconRadar,
  'presence-sensor': IconRadar,
  siren: IconUrgent,
  smoke: IconAlarmSmoke,
  'smoke-alarm': IconAlarmSmoke,
  socket: IconPlug,
  switch: IconToggleRight,
  thermostat: IconTemperature,
  valve: IconFountain,
  vibration: IconDeviceMobileVibration,
  'vibration-sensor': IconDeviceMobileVibration,
  'white-light': IconBulb,
};

/** Conditions with their own icon, whatever kind of device reports them. */
const ofConditions: Readonly<Partial<Record<ConditionKind, Icon>>> = {
  smoke: IconAlarmSmoke,
  'carbon-monoxide': IconCarbonMonoxide,
  gas: IconFlame,
  leak: IconDroplet,
  siren: IconUrgent,
  unreachable: IconWifiOff,
};

/**
 * Matches names of windows in the languages of Home, because contact sensors do not report what they are
 * mounted on.
 */
const WINDOW = /window|skylight|velux|fenster|janela|claraboia|ventana|fen[eê]tre|finestra/i;

function iconOf(kind: string | undefined, tile: Shown | undefined): Icon {
  const ofCondition = ofConditions[tile?.condition?.kind ?? 'open'];
  if (ofCondition) return ofCondition;
  if (tile?.wide?.kind === 'climate' && tile.wide.activity === 'heating') return IconFlame;
  const isWindow = WINDOW.test(tile?.label ?? '');
  switch (tile?.openState) {
    case 'unlocked':
      return IconLockOpen;
    case 'locked':
      return IconLock;
    case 'open':
      return isWindow ? IconWindowOpen : IconDoorOpen;
    case 'closed':
      return isWindow ? IconWindowClosed : IconDoor;
    default:
      if (isWindow && icons[kind ?? ''] === IconDoor) return IconWindowClosed;
      return icons[kind ?? ''] ?? IconCpu;
  }
}

type Shown = Pick<RenderedTile, 'label' | 'condition' | 'openState' | 'wide'>;

type Props = {
  /** The type of a component, or the kind of a template. */
  kind: string | undefined;
  /** If set, the icon also shows the tile's state. */
  tile?: Shown;
  /** Whether the device does not answer, which the icon shows. */
  isAway?: boolean;
  size?: number;
};

/** Shows an icon for the kind of thing; a general one for unknown kinds. */
export const KindIcon = (props: Props) => drawKind(props);

/** Returns what `KindIcon` renders, without a component. */
export const drawKind = ({ kind, tile, isAway = false, size = SIZE }: Props): ReactElement =>
  drawIcon(isAway ? IconWifiOff : iconOf(kind, tile), size);

const SIZE = 22;
/** The drawn icons of tiles: many are alike, and React compares none that is the same object. */
const drawn = new Map<Icon, ReactElement>();

function drawIcon(icon: Icon, size: number): ReactElement {
  const known = size === SIZE ? drawn.get(icon) : undefined;
  const element = known ?? icon({ size, stroke: 1.7, 'aria-hidden': 'true', focusable: 'false' });
  if (size === SIZE) drawn.set(icon, element);
  return element;
}

/** Shows an icon for the cause of an alarm. */
export const ConditionIcon = ({ kind }: { kind: ConditionKind }) =>
  drawIcon(ofConditions[kind] ?? IconUrgent, SIZE);
