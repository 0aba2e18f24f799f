/** Draws the home screen icons of the web app from the logo: `npm run icons`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { answerHelp } from './help.ts';
import { root } from './root.ts';

answerHelp(`
Usage: npm run icons

Draws the home screen icons of the web app from the logo.
`);

const folder = join(root, 'web/public/icons');
const GROUND = '#2450b3';
const mark = await readFile(join(folder, 'mark.svg'));

/** Returns the logo alone; its corners are already round. */
const plain = (size: number) => sharp(mark, { density: (72 * size) / 32 }).resize(size, size);

/** Returns a maskable icon: the logo within four fifths of the size, on a background up to the edge. */
async function full(size: number) {
  const inner = Math.round(size * 0.78);
  const input = await plain(inner).png().toBuffer();
  return sharp({ create: { width: size, height: size, channels: 3, background: GROUND } }).composite([
    { input },
  ]);
}

const icons = {
  'home-180.png': await full(180),
  'home-192.png': plain(192),
  'home-512.png': plain(512),
  'home-maskable-192.png': await full(192),
  'home-maskable-512.png': await full(512),
};
for (const [name, picture] of Object.entries(icons))
  await picture.png({ palette: true, compressionLevel: 9 }).toFile(join(folder, name));
