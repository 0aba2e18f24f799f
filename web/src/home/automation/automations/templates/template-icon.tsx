import type { Icon } from '../../../../design/icon.ts';
import {
  IconBattery,
  IconBolt,
  IconDoor,
  IconDroplet,
  IconTemperature,
  IconWifiOff,
} from '../../../../design/icons.generated.ts';
import {
  IconAlarm,
  IconBeach,
  IconDoorExit,
  IconHomeHeart,
  IconSnowflake,
  IconWalk,
  IconWindow,
} from './template-icons.generated.ts';

const icons: Readonly<Record<string, Icon>> = {
  'motion-light': IconWalk,
  'door-left-open': IconDoor,
  'heating-schedule': IconTemperature,
  'all-off': IconDoorExit,
  'water-leak': IconDroplet,
  freezer: IconSnowflake,
  'shutter-with-the-sun': IconWindow,
  'wake-up-light': IconAlarm,
  'battery-low': IconBattery,
  'device-silent': IconWifiOff,
  'welcome-home': IconHomeHeart,
  'holiday-look': IconBeach,
};

/** Shows the picture of a ready automation, or a general one if this page does not know it. */
export function TemplateIcon({ id }: { id: string }) {
  const Drawing = icons[id] ?? IconBolt;
  return <Drawing size={22} stroke={1.6} aria-hidden="true" />;
}
