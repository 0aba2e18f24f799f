import { Type } from 'typebox';
import { automationRef, stepOf } from '../parts.ts';

export const AutomationSceneStep = Type.Object(
  { ...stepOf('scene'), scene: automationRef('Scene id.') },
  { title: 'AutomationSceneStep', description: 'Plays a scene.' },
);
