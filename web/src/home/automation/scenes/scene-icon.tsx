import type { SceneIcon as IconName } from '@azulejo/contract';
import { msg } from '@lingui/core/macro';
import { IconFlame, IconHome, IconPlayerPlay } from '../../../design/icons.generated.ts';
import { drawNamed, type NamedIcon } from '../../kit/ui/named-icon.tsx';
import {
  IconArmchair,
  IconBook,
  IconBriefcase,
  IconConfetti,
  IconDoorExit,
  IconMoon,
  IconMovie,
  IconSunrise,
  IconToolsKitchen,
} from './scene-icons.generated.ts';

/** The icons of scenes, in the order in which they are offered. */
export const sceneIcons: Readonly<Record<IconName, NamedIcon>> = {
  play: { icon: IconPlayerPlay, label: msg`Play` },
  morning: { icon: IconSunrise, label: msg`Morning` },
  night: { icon: IconMoon, label: msg`Night` },
  home: { icon: IconHome, label: msg`At home` },
  away: { icon: IconDoorExit, label: msg`Away` },
  movie: { icon: IconMovie, label: msg`Film` },
  dinner: { icon: IconToolsKitchen, label: msg`Dinner` },
  reading: { icon: IconBook, label: msg`Reading` },
  party: { icon: IconConfetti, label: msg`Party` },
  work: { icon: IconBriefcase, label: msg`Work` },
  relax: { icon: IconArmchair, label: msg`Relax` },
  warm: { icon: IconFlame, label: msg`Warmth` },
};

type Props = { name: IconName; size?: number; className?: string };

/** Shows the picture of a scene, or that of playing if this page does not know it. */
export const SceneIcon = ({ name, size = 18, className }: Props) =>
  drawNamed({ icons: sceneIcons, fallback: IconPlayerPlay, name, size }, className);
