import { type Behaviour, booleanIn, numberIn, present } from '../behaviour.ts';

type State = { isOpen: boolean; secondsLeft: number; count: number };

/** Simulates a door or window that is opened now and then, mostly for a moment. */
export const contact: Behaviour<State> = {
  plays: (part) => (part.properties.has('open') ? present(part, ['open', 'trigger-count', 'moving']) : []),

  start(known, _part, random) {
    const isOpen = booleanIn(known, 'open', false);
    return {
      isOpen,
      secondsLeft: isOpen ? random.between(300, 3600) : 0,
      count: numberIn(known, 'trigger-count', 0),
    };
  },

  step({ isOpen, secondsLeft, count }, _inputs, { seconds, random, environment }) {
    if (isOpen) {
      const left = Math.max(0, secondsLeft - seconds);
      return { isOpen: left > 0, secondsLeft: left, count };
    }
    if (!random.happens(3 * environment.activity ** 2, seconds)) return { isOpen, secondsLeft, count };
    const isLong = random.next() < 0.15;
    return {
      isOpen: true,
      secondsLeft: isLong ? random.between(300, 1800) : random.between(4, 40),
      count: count + 1,
    };
  },

  show: ({ isOpen, count }) => ({ open: isOpen, 'trigger-count': count, moving: false }),
};
