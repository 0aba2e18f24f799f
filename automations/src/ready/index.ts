/**
 * Ready automations: what most homes begin with, filled in with the devices of a home by their kind and room. Without
 * input and output:
 *
 * ```ts
 * readyAutomations({ facts, names }, speech.words.ready); // only those for which there are devices
 * ```
 */
import type { AutomationDefinition } from '@azulejo/contract';
import type { ReadyWords } from '../words/language.ts';
import { batteryLow, deviceSilent, doorLeftOpen, freezer, waterLeak } from './alerts.ts';
import { heatingSchedule, shutterWithTheSun } from './comfort.ts';
import type { ReadyHome } from './home.ts';
import { allOff, holidayLook, motionLight, wakeUpLight, welcomeHome } from './lights.ts';
import type { Fill } from './types.ts';

const READY = {
  'motion-light': motionLight,
  'door-left-open': doorLeftOpen,
  'heating-schedule': heatingSchedule,
  'all-off': allOff,
  'water-leak': waterLeak,
  freezer,
  'shutter-with-the-sun': shutterWithTheSun,
  'wake-up-light': wakeUpLight,
  'battery-low': batteryLow,
  'device-silent': deviceSilent,
  'welcome-home': welcomeHome,
  'holiday-look': holidayLook,
} satisfies Readonly<Record<string, Fill>>;

export type ReadyAutomation = { readonly id: string; readonly definition: AutomationDefinition };

/** Returns the ready automations for which the home has devices. */
export const readyAutomations = (home: ReadyHome, words: ReadyWords): ReadyAutomation[] =>
  Object.entries(READY).flatMap(([id, fill]) => {
    const definition = fill(home, words);
    return definition === undefined ? [] : [{ id, definition }];
  });
