import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language } from '@azulejo/model';
import type { Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { parsePo } from 'pofile-ts';

/** In a checkout and in the package, the catalogues are beside `package.json`. */
const FOLDER = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'languages');

/** Reads and compiles a catalogue. A message without a translation keeps its English text. */
export function readCatalogue(language: Language): Messages {
  const { items } = parsePo(readFileSync(join(FOLDER, `${language}.po`), 'utf8'));
  return Object.fromEntries(
    items
      .filter(({ obsolete }) => !obsolete)
      .map(({ msgid, msgstr: [text] }) => [
        msgid,
        compileMessage(text === undefined || text === '' ? msgid : text),
      ]),
  );
}
