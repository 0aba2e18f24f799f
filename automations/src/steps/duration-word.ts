import type { Word } from '../words/clauses.ts';
import { durationText } from '../words/speech.ts';
import { type Wording, word } from '../words/wording.ts';

export const durationWord = (text: unknown, path: string, { speech }: Wording): Word =>
  word(durationText(text, speech), path, 'duration');
