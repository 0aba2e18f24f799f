/** Draws the icons by which the home stands on a phone's screen, from the mark: `npm run icons`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './root.ts';

const folder = join(root, 'web/public/icons');
const GROUND = '#2450b3';
const mark = await readFile(join(folder, 'mark.svg'));

/** The mark alone; its corners are round already. */
const plain = (size: number) => sharp(mark, { density: (72 * size) / 32 }).resize(size, size);

/** On its own ground to the edge, for systems that cut icons to their shape: what matters is within four fifths. */
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
