import { type Behaviour, present, wordsOf } from '../behaviour.ts';

type State = { event: string | undefined };

/** Simulates a button that is pressed now and then, in any of the ways it supports. */
export const button: Behaviour<State> = {
  plays: (part) => present(part, ['action']),

  start: () => ({ event: undefined }),

  step: (_state, _inputs, { seconds, random, environment }, part) => ({
    event: random.happens(environment.activity, seconds)
      ? random.pick(wordsOf(part.properties.get('action')))
      : undefined,
  }),

  show: ({ event }) => ({ action: event }),
};
