import sharp from 'sharp';
import { glyphOf, personGlyph, pictureKinds } from './glyphs.ts';
import { blueOnWhite, whiteOnBlue } from './palette.ts';
import { paintedTile, plainTile, wall } from './tile.ts';

const toPng = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();

function drawings(): Map<string, string> {
  const ofKinds = pictureKinds.flatMap((kind) => [
    [`${kind}.png`, paintedTile(glyphOf(kind, blueOnWhite), blueOnWhite)] as const,
    [`${kind}-tile.png`, plainTile(glyphOf(kind, whiteOnBlue), whiteOnBlue)] as const,
  ]);
  return new Map([
    ...ofKinds,
    ['user.png', paintedTile(personGlyph(blueOnWhite), blueOnWhite)] as const,
    ['background.png', wall(blueOnWhite)] as const,
  ]);
}

/** Renders all pictures of the catalogue as PNG, by file name. The phone apps load neither SVG nor WebP. */
export async function paintAll(): Promise<Map<string, Buffer>> {
  const painted = [...drawings()].map(async ([name, svg]) => [name, await toPng(svg)] as const);
  return new Map(await Promise.all(painted));
}
