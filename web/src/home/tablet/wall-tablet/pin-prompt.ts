/** Says what the PIN is needed for. */
export type Reason = 'unlock' | 'open' | 'secure' | 'alarm' | 'leave';

type Question = { readonly reason: Reason; readonly answer: (isAllowed: boolean) => void };

/** Creates the question for the PIN. There is one at a time; a later one takes the place of an earlier. */
function createPinPrompt() {
  let question: Question | undefined;
  const listeners = new Set<() => void>();
  const set = (next: Question | undefined): void => {
    question = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get: (): Question | undefined => question,
    watch: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Asks for the PIN, and returns whether it was right. */
    ask: (reason: Reason): Promise<boolean> =>
      new Promise((resolve) => {
        question?.answer(false);
        set({ reason, answer: resolve });
      }),
    end: (isAllowed: boolean): void => {
      question?.answer(isAllowed);
      set(undefined);
    },
  };
}

/** The prompt of this page, which is loaded with what asks. */
export const pinPrompt = createPinPrompt();
