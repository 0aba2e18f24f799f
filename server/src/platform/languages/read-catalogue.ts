import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language } from '@azulejo/model';
import type { Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { parsePo } from 'pofile-ts';

/** The catalogues are next to `package.json`, in a checkout and in the package. */
const FOLDER = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'languages');

type Translation = { readonly english: string; readonly text: string };

/**
 * Reads the translations of the messages that occur in a file whose path in the server's folder begins with
 * `prefix`. A message without a translation keeps its English text.
 */
export function readTranslations(language: Language, prefix = ''): Translation[] {
  const { items } = parsePo(readFileSync(join(FOLDER, `${language}.po`), 'utf8'));
  return items
    .filter(({ obsolete, references }) => !obsolete && references.some((path) => path.startsWith(prefix)))
    .map(({ msgid, msgstr: [text] }) => ({ english: msgid, text: text || msgid }));
}

/** Reads and compiles a catalogue. */
export function readCatalogue(language: Language): Messages {
  return Object.fromEntries(
    readTranslations(language).map(({ english, text }) => [english, compileMessage(text)]),
  );
}
