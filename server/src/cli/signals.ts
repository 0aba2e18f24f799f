let stop: (() => void) | undefined;

/** From now on a first Ctrl-C asks for an orderly end instead of ending the process; a second ends it. */
export function onFirstSignal(work: () => void): Disposable {
  stop = work;
  return {
    [Symbol.dispose]() {
      stop = undefined;
    },
  };
}

/** Answers whether somebody sees to it. */
export function stopInOrder(): boolean {
  if (!stop) return false;
  stop();
  return true;
}
