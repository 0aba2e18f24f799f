import { readFileSync } from 'node:fs';
import { dictionaryOf } from '@azulejo/model';
import { parsePoFile } from '@lingui/format-po';
import type { Plugin } from 'vite';

const QUERY = '?words';

/** Builds a catalogue of `model/languages`, imported with `?words`, into what the pages and the SDK look words up in. */
export function deviceWords(): Plugin {
  return {
    name: 'device-words',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(`.po${QUERY}`)) return undefined;
      const path = id.slice(0, -QUERY.length);
      this.addWatchFile(path);
      return `export default ${JSON.stringify(dictionaryOf(parsePoFile(readFileSync(path, 'utf8')).items))}`;
    },
  };
}
