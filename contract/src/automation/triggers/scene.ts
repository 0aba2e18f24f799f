import { Type } from 'typebox';
import { automationRef, triggerOf } from '../parts.ts';

export const AutomationSceneTrigger = Type.Object(
  { ...triggerOf('scene'), scene: automationRef('Scene id.') },
  { title: 'AutomationSceneTrigger', description: 'A scene was played.' },
);
