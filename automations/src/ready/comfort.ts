import type { AutomationTrigger } from '@azulejo/contract';
import { setAll, settable } from './home.ts';
import { COMMAND, POSITION, SETPOINTS } from './kinds.ts';
import type { Fill } from './types.ts';

/** Warm by day, cooler at night, on all radiators and thermostats. */
export const heatingSchedule: Fill = (home, { heatingSchedule: { label } }) => {
  for (const kind of SETPOINTS) {
    const [first] = settable(home, kind, 21);
    if (!first) continue;
    const unit = first.unit === '' ? {} : { unit: 'celsius' };
    return {
      label,
      when: [
        { kind: 'time', id: 't1', time: { at: '06:30', days: ['mo', 'tu', 'we', 'th', 'fr'] } },
        { kind: 'time', id: 't2', time: { at: '08:00', days: ['sa', 'su'] } },
        { kind: 'time', id: 't3', time: { at: '22:30' } },
      ],
      then: [
        ...setAll(home, kind, { value: 21, ...unit, for: ['t1', 't2'] }),
        ...setAll(home, kind, { value: 17, ...unit, for: ['t3'] }),
      ],
    };
  }
  return undefined;
};

/** Shutters that open and close with the sun, or by the clock in a home whose position is not known. */
export const shutterWithTheSun: Fill = (home, { shutterWithTheSun: { label } }) => {
  const hasCommand = settable(home, COMMAND, 'OPEN').length > 0;
  const kind = hasCommand ? COMMAND : POSITION;
  // A command is no state: the last one may be the same, although somebody moved the shutter since.
  const [open, closed] = hasCommand
    ? ([
        { value: 'OPEN', only: 'always' },
        { value: 'CLOSE', only: 'always' },
      ] as const)
    : ([{ value: 1 }, { value: 0 }] as const);
  if (settable(home, kind, open.value).length === 0) return undefined;
  const when: AutomationTrigger[] = home.facts.hasPosition
    ? [
        { kind: 'sun', id: 't1', sun: { event: 'sunrise' } },
        { kind: 'sun', id: 't2', sun: { event: 'sunset' } },
      ]
    : [
        { kind: 'time', id: 't1', time: { at: '07:30' } },
        { kind: 'time', id: 't2', time: { at: '20:30' } },
      ];
  return {
    label,
    when,
    then: [
      ...setAll(home, kind, { ...open, for: ['t1'] }),
      ...setAll(home, kind, { ...closed, for: ['t2'] }),
    ],
  };
};
