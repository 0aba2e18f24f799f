let stop: (() => void) | undefined;

/** Handles the first Ctrl-C by an orderly stop instead of an exit; a second one exits. */
export function onFirstSignal(work: () => void): Disposable {
  stop = work;
  return {
    [Symbol.dispose]() {
      stop = undefined;
    },
  };
}

/** Starts the orderly stop. Returns false when there is no handler for it. */
export function stopInOrder(): boolean {
  if (!stop) return false;
  stop();
  return true;
}
