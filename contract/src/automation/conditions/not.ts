import { Type } from 'typebox';
import { conditionOf } from '../parts.ts';
import { nested } from './nested.ts';

export const AutomationNot = Type.Object(
  { ...conditionOf('not'), not: nested },
  { title: 'AutomationNot', description: 'The opposite. An unknown condition stays unknown.' },
);
