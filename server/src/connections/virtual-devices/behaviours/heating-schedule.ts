import { type Behaviour, present, textIn, type Values } from '../behaviour.ts';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const WORKDAY = ['06:30/21', '08:30/18', '17:00/21', '22:30/17'];
const FREE_DAY = ['08:00/21', '12:00/21', '18:00/21', '23:30/17'];
const asText = (points: readonly string[], suffix = '', separator = ' ') =>
  points.map((point) => `${point}${suffix}`).join(separator);

/** The program with which each property begins, in the format of the devices that have it. */
const PROGRAMS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    DAYS.map((day, index) => [
      `weekly-schedule-${day}`,
      asText(['00:00/17', ...(index < 5 ? WORKDAY : FREE_DAY)]),
    ]),
  ),
  'programming-mode': asText([...WORKDAY, ...FREE_DAY, ...FREE_DAY], '°C', '  '),
};

/** Simulates the memory of a thermostat for its weekly schedule: a program, until another one is written. */
export const heatingSchedule: Behaviour<Values> = {
  plays: (part) => present(part, Object.keys(PROGRAMS)),
  // Devices that were added earlier reported an empty text, which is not a program.
  start: (known) =>
    Object.fromEntries(Object.entries(PROGRAMS).map(([id, text]) => [id, textIn(known, id) || text])),
  step: (state, inputs) => ({ ...state, ...inputs }),
  show: (state) => state,
};
