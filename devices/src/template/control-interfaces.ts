import type { TemplateProperty } from '@azulejo/contract';
import type { NumberShape, Option, ShapeMember, ValueShape } from './value-shape.ts';

type ControlInterface = TemplateProperty['controlInterfaces'][number];

/** Maximum number of steps on a slider. A finger cannot select among more. */
const SLIDER_STEPS = 1000;

function numberControl(id: string, shape: NumberShape): ControlInterface {
  const { minimum: min, maximum: max, step, unit, presets } = shape;
  const isSlider = min !== undefined && max !== undefined && (max - min) / (step ?? 1) <= SLIDER_STEPS;
  return {
    id,
    controlInterface: isSlider ? 'slider' : 'number',
    config: {
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
      ...(isSlider || step !== undefined ? { step: step ?? 1 } : {}),
      ...(unit.suffix === '' ? {} : { suffix: unit.suffix }),
      ...(presets.length === 0 ? {} : { presets }),
    },
  };
}

function choiceControl(id: string, options: readonly Option[], isCommand: boolean): ControlInterface {
  const [only, ...more] = options;
  return only && more.length === 0 && isCommand
    ? { id, controlInterface: 'button', config: { ...only, label: only.value === '' ? 'Send' : only.label } }
    : { id, controlInterface: 'text-picker', config: { options } };
}

/**
 * Returns the controls that edit a value: one, or one for each member of a composite, or none for a list.
 * @param isCommand whether the value is only written and never reported, so that a single choice is a button
 */
export function controlsOf(shape: ValueShape, isCommand: boolean, id = 'value'): ControlInterface[] {
  switch (shape.kind) {
    case 'boolean':
      return [{ id, controlInterface: 'switch', config: { on: shape.on, off: shape.off } }];
    case 'choice':
    case 'event':
      return [choiceControl(id, shape.options, isCommand)];
    case 'number':
      return [numberControl(id, shape)];
    case 'text':
      return [{ id, controlInterface: 'text', config: {} }];
    case 'color':
      return [{ id, controlInterface: 'color', config: { format: 'hsv' } }];
    case 'composite':
      return shape.members.flatMap((member) => memberControls(member, isCommand));
    case 'list':
      return [];
  }
}

/** Returns the controls of a member. Those of a composite in a composite are named by their path. */
function memberControls({ id, label, shape }: ShapeMember, isCommand: boolean): ControlInterface[] {
  return controlsOf(shape, isCommand, id).map((control) => ({
    ...control,
    id: shape.kind === 'composite' ? `${id}.${control.id}` : control.id,
    config: {
      ...control.config,
      label: shape.kind === 'composite' ? `${label}: ${control.config['label']}` : label,
    },
  }));
}
