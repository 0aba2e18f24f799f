import { stat } from 'node:fs/promises';
import { systemClock, tickEvery } from '../../../platform/clock.ts';
import { sizeText } from '../../../platform/text.ts';

/** Reports what is being done. Text after a colon is detail. */
export type Progress = (text: string) => void;

const INTERVAL_MS = 1000;

/** Reports once a second how much of a file is written, until disposed of, for work that does not count itself. */
export function watchFile(file: string, text: string, progress: Progress): Disposable {
  progress(text);
  return tickEvery(systemClock, INTERVAL_MS, () => {
    stat(file).then(
      ({ size }) => progress(`${text}: ${sizeText(size)}`),
      () => undefined,
    );
  });
}
