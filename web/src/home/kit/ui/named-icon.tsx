import type { MessageDescriptor } from '@lingui/core';
import type { Icon } from '../../../design/icon.ts';

/** An icon that people choose by what it shows. */
export type NamedIcon = { readonly icon: Icon; readonly label: MessageDescriptor };

type Props = { icons: Readonly<Record<string, NamedIcon>>; fallback: Icon; name: string; size: number };

/** Draws the icon with this name, or another if this page does not know it. */
export function drawNamed({ icons, fallback, name, size }: Props, className?: string) {
  const Drawing = icons[name]?.icon ?? fallback;
  return (
    <Drawing
      size={size}
      stroke={1.7}
      aria-hidden="true"
      focusable="false"
      {...(className && { className })}
    />
  );
}
