import { isWritable } from '@azulejo/model';
import { type Behaviour, numberIn, type Part, present, textIn, wordsOf } from '../behaviour.ts';

type State = {
  /** The cover is open at 100. */
  position: number;
  target: number;
  command: string | undefined;
  /** Time until which simulated people do not touch it. */
  leftAloneUntil: number;
};

const PLAYED = ['position', 'command', 'running', 'motor-state', 'moving'];
/** Percent per second: the whole way takes 25 seconds. */
const SPEED = 4;
const LEFT_ALONE_MS = 6 * 3_600_000;

/** Simulates a cover that moves gradually; people open it in the morning and close it when it is dark. */
export const cover: Behaviour<State> = {
  plays(part) {
    const position = part.properties.get('position');
    const isMovable = part.properties.has('command') || (position !== undefined && isWritable(position));
    return isMovable ? present(part, PLAYED) : [];
  },

  start(known) {
    const position = numberIn(known, 'position', 100);
    return { position, target: position, command: textIn(known, 'command'), leftAloneUntil: 0 };
  },

  step(state, inputs, { now, seconds, random, environment }, part) {
    const command = textIn(inputs, 'command');
    const leftAloneUntil = now + LEFT_ALONE_MS;
    if (command !== undefined)
      return { ...state, command, target: targetOf(command, state.position), leftAloneUntil };
    if ('position' in inputs)
      return { ...state, target: numberIn(inputs, 'position', state.target), leftAloneUntil };
    const way = Math.min(Math.abs(state.target - state.position), SPEED * seconds);
    const position = state.position + way * Math.sign(state.target - state.position);
    const moved = { ...state, position };
    if (now < state.leftAloneUntil || position !== state.target) return moved;
    const wanted = wantedAt(environment, position);
    if (wanted === position || !random.happens(2, seconds)) return moved;
    return { ...moved, target: wanted, command: commandFor(wanted, part) };
  },

  show({ position, target, command }) {
    const direction = Math.sign(target - position);
    return {
      // Motors count whole percents: rounding makes the last step of a way count as a change, however short
      // it is.
      position: Math.round(position),
      command,
      running: direction !== 0,
      'motor-state': ['closing', 'stopped', 'opening'][direction + 1],
      moving: ['DOWN', 'STOP', 'UP'][direction + 1],
    };
  },
};

function targetOf(command: string, position: number): number {
  if (/^open$/i.test(command)) return 100;
  return /^close$/i.test(command) ? 0 : position;
}

function wantedAt({ hour, daylight }: { hour: number; daylight: number }, position: number): number {
  if (hour > 7 && hour < 10 && daylight > 0.1) return 100;
  return hour > 17 && daylight === 0 ? 0 : position;
}

const commandFor = (target: number, part: Part): string | undefined =>
  wordsOf(part.properties.get('command')).find((word) => targetOf(word, 50) === target);
