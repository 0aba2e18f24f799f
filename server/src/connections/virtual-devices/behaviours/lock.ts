import { type Behaviour, booleanIn, numberIn, type Part, present, textIn, wordsOf } from '../behaviour.ts';

type State = {
  isLocked: boolean;
  secondsLeft: number;
  source: string | undefined;
  user: number;
  /** The latest event, set for one step only. */
  event: string | undefined;
};

const PLAYED = ['locked', 'lock-state', 'action', 'action-source-name', 'action-user'];
const DEFAULT_RELOCK_SECONDS = 30;

/**
 * Simulates a lock: people come home and unlock it, and it locks itself again. After a write it stays as
 * written.
 */
export const lock: Behaviour<State> = {
  plays: (part) => (part.properties.has('locked') ? present(part, PLAYED) : []),

  start: (known) => ({
    isLocked: booleanIn(known, 'locked', true),
    secondsLeft: 0,
    source: textIn(known, 'action-source-name'),
    user: numberIn(known, 'action-user', 0),
    event: undefined,
  }),

  step(before, inputs, { seconds, random, environment, values }, part) {
    const state = { ...before, event: undefined };
    if ('locked' in inputs) return { ...state, isLocked: inputs['locked'] === true, secondsLeft: 0 };
    if (!state.isLocked && state.secondsLeft > 0) {
      const secondsLeft = Math.max(0, state.secondsLeft - seconds);
      return secondsLeft > 0
        ? { ...state, secondsLeft }
        : { ...state, isLocked: true, secondsLeft, event: wordFor(part, /^(auto_?lock|lock)/i) };
    }
    if (!state.isLocked || !random.happens(0.8 * environment.activity, seconds)) return state;
    const [source] = wordsOf(part.properties.get('action-source-name'));
    return {
      isLocked: false,
      secondsLeft: numberIn(values, 'auto-relock-time', DEFAULT_RELOCK_SECONDS) || DEFAULT_RELOCK_SECONDS,
      source: source ?? state.source,
      user: 1 + Math.floor(random.next() * 4),
      event: wordFor(part, /unlock/i),
    };
  },

  show: ({ isLocked, source, user, event }) => ({
    locked: isLocked,
    'lock-state': isLocked ? 'locked' : 'unlocked',
    'action-source-name': source,
    'action-user': user,
    action: event,
  }),
};

const wordFor = (part: Part, pattern: RegExp): string | undefined =>
  wordsOf(part.properties.get('action')).find((word) => pattern.test(word));
