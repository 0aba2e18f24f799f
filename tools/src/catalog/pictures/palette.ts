/** The colours of a picture. Glyphs are blue on white in photos and white on blue on tiles. */
export interface Palette {
  readonly ground: string;
  readonly shade: string;
  readonly line: string;
  readonly wash: string;
  readonly accent: string;
  readonly medallion: string;
}

export const blueOnWhite: Palette = {
  ground: '#fbf8f0',
  shade: '#e9e6dc',
  line: '#1f4e8c',
  wash: '#cfe0f0',
  accent: '#d99a2b',
  medallion: '#ffffff',
};

export const whiteOnBlue: Palette = {
  ground: '#2c62a5',
  shade: '#1d477f',
  line: '#ffffff',
  wash: '#5f8fc7',
  accent: '#f2bf5e',
  medallion: '#24559a',
};
