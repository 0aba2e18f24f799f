import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateMessage, TemplateTooSlow } from './jinja.ts';
import { NotMapped } from './text.ts';
import { compileTemplate } from './value-template.ts';

const render = (template: string, payload = '', variables = {}) =>
  compileTemplate(template)(payload, variables);

test('bare paths keep the type of the value', () => {
  assert.equal(render('{{ value_json.a.b }}', '{"a":{"b":1.5}}'), 1.5);
  assert.equal(render("{{value_json['a-b'][1].c | is_defined}}", '{"a-b":[0,{"c":true}]}'), true);
  assert.equal(render('{{ value }}', 'plain'), 'plain');
  for (const missing of ['{}', 'no json', '[]', 'null', '{"a":1}'])
    assert.equal(render('{{ value_json.a.b }}', missing), undefined);
  assert.equal(render('{{ value_json.constructor.name }}', '{}'), undefined);
});

test('evaluates expressions, filters and functions of Home Assistant', () => {
  const cases: readonly (readonly [template: string, payload: string, expected: string])[] = [
    ["{{ 'OFF' if value_json.v == 0 else 'ON' }}", '{"v":3}', 'ON'],
    ['{{ value_json.v | round(1) }}', '{"v":2.25}', '2.3'],
    ['{{ (value_json.v | float / 254 * 100) | int }}', '{"v":"127"}', '50'],
    ["{{ value_json.v | default('none') }}", '{}', 'none'],
    ["{% set names = {'1': 'one'} %}{{ names[value] }}", '1', 'one'],
    ["{{ value.split(';')[1] | trim }}", 'a; b', 'b'],
    ["{{ iif(value_json.v, 'yes', 'no') }}", '{"v":false}', 'no'],
    ["{{ value | replace(',', '.') }}", '1,5', '1.5'],
    ['{{ float(value_json.p) * 0.01 }}', '{"p":100000}', '1000.0'],
    ['{{ value_json | to_json }}', '{"a":1}', '{"a": 1}'],
  ];
  for (const [template, payload, expected] of cases)
    assert.equal(render(template, payload), expected, template);
});

test('refuses templates that want more than there is', () => {
  for (const template of [
    '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}',
    '{{ range(1000000000) }}',
    '{{ value | regex_replace("(a+)+$") }}',
    '{{ now() }}',
    "{{ states('sensor.other') }}",
    '{{ broken',
    `{{ ${'('.repeat(1000)}1${')'.repeat(1000)} }}`,
    `{{ '${'a'.repeat(3000)}' }}`,
  ])
    assert.throws(() => compileTemplate(template), NotMapped, template);
});

test('a template that makes its values longer and longer ends without a value', () => {
  const double = '{% set a = a ~ a %}'.repeat(40);
  assert.equal(render(`{% set a = value ~ value %}${double}{{ a }}`, 'x'.repeat(100)), undefined);
});

test('ends a template whose steps take too long, and all templates of a message together', () => {
  const value_json = JSON.stringify({ items: Array.from({ length: 4_000 }, (_, index) => ({ index })) });
  const slow = compileTemplate("{{ value_json | tojson(**{'indent': 8000}) }}");
  assert.throws(() => evaluateMessage(() => slow(value_json)), TemplateTooSlow);
  const some = compileTemplate("{{ value_json | default('') | string | length }}");
  const many = () => {
    for (let entity = 0; entity < 250; entity += 1) some(value_json);
  };
  assert.throws(() => evaluateMessage(many), TemplateTooSlow);
});

test('templates reach no code of the program', () => {
  for (const template of [
    "{{ ''.constructor.constructor('return process')() }}",
    '{{ value.constructor.name }}',
    '{{ [].constructor }}',
    '{{ value_json.__proto__.polluted }}',
  ])
    assert.ok([undefined, ''].includes(render(template, '{"a":1}') as string), template);
});
