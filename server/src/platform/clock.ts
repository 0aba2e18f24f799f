/** Time as a port: tests turn it by hand instead of sleeping. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
};

export const systemClock: Clock = { now: () => Date.now() };
