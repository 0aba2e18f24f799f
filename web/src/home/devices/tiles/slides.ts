import { percentOf, type RenderedTile } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import type { PointerEvent } from 'react';
import { isSlidable, type SlideStart } from './dim-slide.tsx';

/** Returns the beginning of a slide if this press may become one: not on the switch, and with the main button. */
export function slideOf(event: PointerEvent<HTMLElement>, { light }: RenderedTile): SlideStart | undefined {
  const { clientX: x, pointerId: pointer, currentTarget, target, button } = event;
  if (light?.level === undefined || !light.dimmer || button !== 0 || !isSlidable(x)) return undefined;
  if (target instanceof Element && target.closest('button')) return undefined;
  return { tile: currentTarget, pointer, x, level: light.level, dimmer: light.dimmer };
}

/** Returns the tile as it looks at this level. */
export function dimmed(tile: RenderedTile, level: number): RenderedTile {
  if (!tile.light) return tile;
  const [first = t`On`] = tile.state;
  return { ...tile, light: { ...tile.light, level }, state: [first, `${percentOf(level)} %`] };
}
