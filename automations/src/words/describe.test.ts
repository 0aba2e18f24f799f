import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe as suite, test } from 'node:test';
import fc from 'fast-check';
import { definition } from '../testing/random-automations.ts';
import {
  type Clauses,
  createSpeech,
  type Describable,
  describe,
  isWord,
  type Piece,
  plain,
  type Speech,
  textOf,
  type Word,
} from './index.ts';
import { forms } from './testing/forms.ts';
import { languages } from './testing/languages.ts';
import { at, names } from './testing/names.ts';

type Sentences = Readonly<Record<string, Readonly<Record<string, string>>>>;

const file = new URL('./testing/sentences.json', import.meta.url);
const sentences: Sentences = JSON.parse(await readFile(file, 'utf8'));
const speeches = languages.map((words) => createSpeech(words));
const [english] = speeches as [Speech, ...Speech[]];
const inEnglish = (form: Describable) => plain(describe(form, names, english), english);
const wordsOf = (pieces: readonly Piece[]): Word[] => pieces.filter(isWord);
const allPieces = ({ when, onlyIf, then, again = [] }: Clauses): Piece[] => [
  ...[when, onlyIf, then].flatMap((clause) => clause?.parts.flatMap(({ pieces }) => pieces) ?? []),
  ...again,
];

/** Returns what a path leads to. */
const partAt = (given: unknown, path: string): unknown =>
  (path.match(/[^.[\]]+/g) ?? []).reduce<unknown>(
    (part, key) => (part as Record<string, unknown> | undefined)?.[key],
    given,
  );

for (const speech of speeches) {
  const { language } = speech.words;
  suite(`in ${language}`, () => {
    for (const [name, form] of Object.entries(forms)) {
      test(name, () => {
        assert.equal(plain(describe(form, names, speech), speech), sentences[name]?.[language]);
      });
    }

    test('phrases every automation completely, with a path for each word', () => {
      fc.assert(
        fc.property(definition, (form) => {
          const clauses = describe(form, names, speech);
          const text = [plain(clauses, speech), ...allPieces(clauses).map((piece) => textOf([piece]))].join(
            ' ',
          );
          assert.doesNotMatch(text, /[{}[\]|]|undefined|\(\||NaN/);
          const optional = new Set(['mode', 'atMostEvery']);
          for (const { path, text: shown } of wordsOf(allPieces(clauses))) {
            assert.ok(shown.trim() === shown && shown !== '', `"${shown}" at ${path}`);
            assert.ok(optional.has(path) || partAt(form, path) !== undefined, `nothing at ${path}`);
          }
        }),
        { numRuns: 200 },
      );
    });
  });
}

test('has a sentence of each form in each language', () => {
  assert.deepEqual(Object.keys(sentences), Object.keys(forms));
});

test('calls the device just named “it”, with its name for screen readers', () => {
  const { then } = describe(forms['it'] as Describable, names, english);
  const words = wordsOf(then.parts.flatMap(({ pieces }) => pieces));
  assert.deepEqual(words.at(-1), {
    text: 'turn it off',
    spoken: 'turn off Hall light',
    path: 'then[2].value',
    role: 'verb',
  });
});

test('gives each clause its parts, with the words between them', () => {
  const clauses = describe(forms['two triggers'] as Describable, names, english);
  assert.deepEqual(
    [clauses.when.lead, ...clauses.when.parts.map(({ path, joint }) => `${path}${joint}`)],
    ['When', 'when[0]', 'when[1], or ', 'when[2], or at '],
  );
  assert.deepEqual(clauses.when.parts[0]?.pieces, [
    { text: 'Hall motion', path: 'when[0].property', role: 'device' },
    ' ',
    { text: 'detects motion', path: 'when[0].value', role: 'verb' },
  ]);
});

test('splits separable verbs in German into two words of one part', () => {
  const german = speeches.find(({ words }) => words.language === 'de') as Speech;
  const { then } = describe(forms['it'] as Describable, names, german);
  assert.deepEqual(
    wordsOf(then.parts[0]?.pieces ?? []).map(({ text, path }) => [text, path]),
    [
      ['schalte', 'then[0].value'],
      ['Hall light', 'then[0].set'],
      ['ein', 'then[0].value'],
    ],
  );
});

test('says in the last line what happens when an automation starts again', () => {
  const again = (form: Partial<Describable>) =>
    textOf(describe({ ...(forms['it'] as Describable), ...form }, names, english).again ?? []);
  assert.equal(again({}), 'If it happens again in the meantime, leave it. Run as often as it happens.');
  assert.equal(
    again({ mode: 'restart', atMostEvery: 'PT1H' }),
    'If it happens again in the meantime, start again. Run at most once every hour.',
  );
  assert.equal(again({ when: [] }), '');
});

test('says in the last line how late devices are set after an outage, if it is unusual', () => {
  const last = (speech: Speech, form: Partial<Describable>) =>
    textOf(describe({ ...(forms['it'] as Describable), ...form }, names, speech).again ?? []);
  assert.match(
    last(english, { late: 'skip-after:PT1H' }),
    /\. After an outage, set devices up to 1 hour late\.$/,
  );
  assert.equal(
    last(english, { when: [], late: 'always' }),
    'After an outage, set devices however late it is.',
  );
  assert.equal(last(english, { when: [], late: 'skip-after:PT15M' }), '');
  assert.deepEqual(
    speeches.slice(1).map((speech) => last(speech, { when: [], late: 'skip-after:PT2H' })),
    [
      'Nach einem Ausfall stelle Geräte mit höchstens 2 Stunden Verspätung ein.',
      'Tras una interrupción, ajusta los dispositivos con un retraso máximo de 2 horas.',
      'Après une panne, régler les appareils avec au plus 2\u00a0heures de retard.',
      'Após uma interrupção, definir os dispositivos com um atraso máximo de 2 horas.',
    ],
  );
});

test('shows times and numbers as the locale has them', () => {
  const speech = createSpeech(english.words, { locale: 'en-US', hourFormat: 12 });
  assert.equal(
    plain(describe(forms['time'] as Describable, names, speech), speech).replaceAll('\u202f', ' '),
    'At 6:30 AM on weekdays, turn on Hall light.',
  );
});

test('replaces the signs that phones take for HTML by words, in one line', () => {
  const definition = {
    when: [],
    then: [{ kind: 'notify' as const, notify: { text: 'It is <0 °C & 1>0.\n\u2028Now' } }],
  };
  assert.equal(inEnglish(definition), 'When you run it, tell Ana “It is below 0 °C and 1 above 0. Now”.');
});

test('ends with one full stop when a message has one, too', () => {
  const phrase = (text: string) => inEnglish({ when: [], then: [{ kind: 'notify', notify: { text } }] });
  assert.equal(phrase('The door is open.'), 'When you run it, tell Ana “The door is open”.');
  assert.equal(phrase('Is the door open?'), 'When you run it, tell Ana “Is the door open?”.');
  assert.equal(phrase('The door …'), 'When you run it, tell Ana “The door …”.');
});

test('describes unfinished and invalid parts', () => {
  const wrong = {
    when: [null, {}, { kind: 'property', property: at('motion.occupancy'), is: 'flies' }],
    onlyIf: { kind: 'all', all: [{}, { kind: 'any', any: [] }] },
    then: [{}, { kind: 'set', set: null }, { kind: 'notify', notify: 3 }, { kind: 'if', if: 1 }],
  } as unknown as Describable;
  assert.equal(
    inEnglish(wrong),
    'When …, or …, or …, only if …, and …, then …, set a device that is gone to …, …, if …, do nothing.',
  );
  assert.equal(inEnglish({ when: [], then: [] }), 'When you run it, do nothing.');
});

test('shortens conditions that are nested without end', () => {
  let condition: object = { kind: 'sun', sun: 'down' };
  for (let depth = 0; depth < 5000; depth += 1) condition = { kind: 'not', not: condition };
  const form = { ...(forms['it'] as Describable), onlyIf: condition } as Describable;
  assert.ok(inEnglish(form).length < 1000);
});
