import { describe, expect, it } from 'vitest';
import { linePieces } from './line-pieces.ts';

const word = (text: string) => ({ text, path: 'then[0].set', role: 'device' }) as const;
const message = (text: string) => ({ text, path: 'then[0].notify.text', role: 'text' }) as const;

describe('linePieces', () => {
  it('breaks no line between a word and its brackets or punctuation', () => {
    expect(linePieces([word('Lamp'), ' (', word('always'), '; ', word('or stop'), ')'], ',')).toEqual([
      { word: word('Lamp'), quotes: ['', ''], opening: '', closing: '' },
      { text: ' ' },
      { word: word('always'), quotes: ['', ''], opening: '(', closing: ';' },
      { text: ' ' },
      { word: word('or stop'), quotes: ['', ''], opening: '', closing: '),' },
    ]);
  });

  it.each([
    ['“', '”'],
    ['«\u00a0', '\u00a0»'],
    ['„', '“'],
  ])('gives a message its quotation marks %s and %s', (opening, closing) => {
    expect(linePieces([`tell you ${opening}`, message('Rain'), closing], ',')).toEqual([
      { text: 'tell you ' },
      { word: message('Rain'), quotes: [opening, closing], opening: '', closing: ',' },
    ]);
  });

  it('ends a text with the sign that follows', () => {
    expect(linePieces(['do nothing'], ',')).toEqual([{ text: 'do nothing,' }]);
  });
});
