import { ButtonControl } from './button-control.tsx';
import { ChoiceControl } from './choice-control.tsx';
import { ColorControl } from './color-control.tsx';
import type { ControlProps } from './control-props.ts';
import { NumberControl } from './number-control.tsx';
import { SliderControl } from './slider-control.tsx';
import { SwitchControl } from './switch-control.tsx';
import { TextControl } from './text-control.tsx';

/**
 * Renders the control of the template's control interface; `set-point` and `white` are sliders with
 * better-known alternatives.
 */
export function Control({ kind, ...props }: ControlProps & { kind: string }) {
  switch (kind) {
    case 'switch':
      return <SwitchControl {...props} />;
    case 'slider':
      return <SliderControl {...props} />;
    case 'white':
      return <SliderControl {...props} isWhite />;
    case 'set-point':
      return <NumberControl {...props} isLarge />;
    case 'number':
      return <NumberControl {...props} />;
    case 'color':
      return <ColorControl {...props} />;
    case 'text-picker':
      return <ChoiceControl {...props} />;
    case 'button':
      return <ButtonControl {...props} />;
    default:
      return <TextControl {...props} />;
  }
}
