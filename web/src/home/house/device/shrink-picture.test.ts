import { describe, expect, it, vi } from 'vitest';
import { shrinkPicture } from './shrink-picture.ts';

describe('the pictures of a device', () => {
  it('sends pictures as they are unless they are large', async () => {
    const small = new File(['x'], 'small.png', { type: 'image/png' });
    expect(await shrinkPicture(small)).toBe(small);
  });

  it('scales large pictures down, and keeps them if that makes them larger', async () => {
    const large = new File([new Uint8Array(2 * 1024 * 1024)], 'large.jpg', { type: 'image/jpeg' });
    vi.stubGlobal('createImageBitmap', async () => ({ width: 4_000, height: 2_000, close: () => {} }));
    const sizes: [number, number][] = [];
    let result = new Blob(['smaller']);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
      this: HTMLCanvasElement,
      done,
    ) {
      sizes.push([this.width, this.height]);
      done(result);
    });
    expect(await shrinkPicture(large)).toBe(result);
    expect(sizes).toEqual([[1_600, 800]]);
    result = new Blob([new Uint8Array(3 * 1024 * 1024)]);
    expect(await shrinkPicture(large)).toBe(large);
  });

  it('sends pictures as they are when the browser cannot read them', async () => {
    const large = new File([new Uint8Array(2 * 1024 * 1024)], 'large.heic', { type: 'image/jpeg' });
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('unknown format')));
    expect(await shrinkPicture(large)).toBe(large);
  });
});
