import { readFileSync } from 'node:fs';
import { parsePoFile } from '@lingui/format-po';
import type { Plugin } from 'vite';

const QUERY = '?words';

/** Builds a catalogue of `model/languages`, imported with `?words`, into what the pages and the SDK look words up in. */
export function deviceWords(): Plugin {
  return {
    name: 'device-words',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(`.po${QUERY}`)) return undefined;
      const path = id.slice(0, -QUERY.length);
      this.addWatchFile(path);
      // Loaded with the first catalogue: programs that read Vite's configuration only have no use for it.
      const { dictionaryOf } = await import('@azulejo/model');
      return `export default ${JSON.stringify(dictionaryOf(parsePoFile(readFileSync(path, 'utf8')).items))}`;
    },
  };
}
