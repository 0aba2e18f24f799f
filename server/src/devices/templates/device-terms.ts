import type { ControlInterfaceKind, TriggerCondition } from '@azulejo/contract';
import type { Static } from 'typebox';

/** The words that templates of devices can use. */
export const controls = {
  switch: 'Switch',
  slider: 'Slider',
  number: 'Number',
  'text-picker': 'Choice',
  text: 'Text',
  color: 'Colour',
  button: 'Button',
} satisfies Partial<Record<Static<typeof ControlInterfaceKind>, string>>;

/** The words that templates of devices can use. */
export const conditions = {
  equals: 'Equals',
  'not-equals': 'Does not equal',
  'less-than': 'Is less than',
  'greater-than': 'Is more than',
  changes: 'Changes',
} satisfies Partial<Record<Static<typeof TriggerCondition>, string>>;

/** Whether a template of a device can have the control, or the condition; the others are the context channel's. */
export const isControlOfDevices = (kind: string): boolean => Object.hasOwn(controls, kind);
export const isConditionOfDevices = (condition: string): boolean => Object.hasOwn(conditions, condition);
