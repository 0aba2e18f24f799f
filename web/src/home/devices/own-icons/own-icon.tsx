import type { TileIcon } from '@azulejo/contract';
import { msg } from '@lingui/core/macro';
import { IconCpu, IconFlame, IconPropeller } from '../../../design/icons.generated.ts';
import { drawNamed, type NamedIcon } from '../../kit/ui/named-icon.tsx';
import {
  IconAirConditioning,
  IconCar,
  IconChristmasTree,
  IconCoffee,
  IconCooker,
  IconDeviceDesktop,
  IconDeviceGamepad2,
  IconDeviceSpeaker,
  IconDeviceTv,
  IconFountain,
  IconFridge,
  IconLamp,
  IconMicrowave,
  IconPlant,
  IconPrinter,
  IconRouter,
  IconTool,
  IconToolsKitchen2,
  IconVacuumCleaner,
  IconVinyl,
  IconWashMachine,
} from './own-icons.generated.ts';

/** The icons that a person may choose for a tile, in the order in which they are offered. */
export const ownIcons: Readonly<Record<TileIcon, NamedIcon>> = {
  lamp: { icon: IconLamp, label: msg`Lamp` },
  'christmas-tree': { icon: IconChristmasTree, label: msg`Christmas tree` },
  television: { icon: IconDeviceTv, label: msg`Television` },
  'games-console': { icon: IconDeviceGamepad2, label: msg`Games console` },
  speaker: { icon: IconDeviceSpeaker, label: msg`Speaker` },
  'record-player': { icon: IconVinyl, label: msg`Record player` },
  computer: { icon: IconDeviceDesktop, label: msg`Computer` },
  printer: { icon: IconPrinter, label: msg`Printer` },
  router: { icon: IconRouter, label: msg`Router` },
  'washing-machine': { icon: IconWashMachine, label: msg`Washing machine` },
  dishwasher: { icon: IconToolsKitchen2, label: msg`Dishwasher` },
  fridge: { icon: IconFridge, label: msg`Fridge` },
  cooker: { icon: IconCooker, label: msg`Cooker` },
  microwave: { icon: IconMicrowave, label: msg`Microwave` },
  'coffee-machine': { icon: IconCoffee, label: msg`Coffee machine` },
  heater: { icon: IconFlame, label: msg`Heater` },
  fan: { icon: IconPropeller, label: msg`Fan` },
  'air-conditioner': { icon: IconAirConditioning, label: msg`Air conditioner` },
  'vacuum-cleaner': { icon: IconVacuumCleaner, label: msg`Vacuum cleaner` },
  pump: { icon: IconFountain, label: msg`Pump` },
  plant: { icon: IconPlant, label: msg`Plant` },
  car: { icon: IconCar, label: msg`Car` },
  tool: { icon: IconTool, label: msg`Tool` },
};

/** Shows an icon that a person chose, or a general one if this page does not know its name. */
export const OwnIcon = ({ name, size = 22 }: { name: TileIcon; size?: number }) =>
  drawNamed({ icons: ownIcons, fallback: IconCpu, name, size });
