import type { SceneIcon as IconName } from '@azulejo/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Icon } from '../../../design/icon.ts';
import { IconFlame, IconHome, IconPlayerPlay } from '../../../design/icons.generated.ts';
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

type Drawn = { readonly icon: Icon; readonly label: MessageDescriptor };

/** The icons of scenes, in the order in which they are offered. */
export const sceneIcons: Readonly<Record<IconName, Drawn>> = {
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
export function SceneIcon({ name, size = 18, className }: Props) {
  const Drawing = (sceneIcons[name] as Drawn | undefined)?.icon ?? IconPlayerPlay;
  return <Drawing size={size} stroke={1.7} aria-hidden="true" {...(className && { className })} />;
}
