import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const CATALOG = join(import.meta.dirname, '../../../catalog');

/** Writes a file of the catalogue as compressed JSON. */
export async function writeCompressed(path: string, content: unknown): Promise<void> {
  const text = Buffer.from(JSON.stringify(content));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  await writeFile(join(CATALOG, path), brotliCompressSync(text, { params }));
}

/** Returns the text of a compressed file. Versions of the compressor write different bytes for the same text. */
export const readCompressed = async (path: string): Promise<string> =>
  brotliDecompressSync(await readFile(join(CATALOG, path))).toString('utf8');
