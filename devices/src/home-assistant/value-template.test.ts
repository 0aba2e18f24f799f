import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateMessage, TemplateTooSlow } from './jinja/jinja.ts';
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

/** Templates with a message, and what Home Assistant writes. */
const EVALUATED: Readonly<
  Record<string, readonly (readonly [template: string, payload: string, expected: string])[]>
> = {
  'choices and comparisons': [
    ["{{ 'OFF' if value_json.v == 0 else 'ON' }}", '{"v":3}', 'ON'],
    ["{{ iif(value_json.v, 'yes', 'no') }}", '{"v":false}', 'no'],
    ['{% if value | int > 5 %}high{% elif value | int > 2 %}middle{% else %}low{% endif %}', '3', 'middle'],
    ["{{ value == 'on' or value == 'off' }} {{ not value }}", 'on', 'True False'],
    ["{{ 'ON' if value_json.x is defined and value_json.x in ['a', 'b'] else 'OFF' }}", '{"x":"b"}', 'ON'],
    ['{{ value_json.v is divisibleby 3 }} {{ value_json.v is not in [1, 2] }}', '{"v":9}', 'True True'],
    ['{{ value_json.v is not none }}', '{"v":null}', 'False'],
  ],
  numbers: [
    ['{{ (value_json.v | float / 254 * 100) | int }}', '{"v":"127"}', '50'],
    ['{{ float(value_json.p) * 0.01 }}', '{"p":100000}', '1000.0'],
    [
      '{{ 2.25 | round(1) }} {{ 2.5 | round }} {{ 3.5 | round(0) }} {{ 2.675 | round(2) }}',
      '',
      '2.2 2 4 2.67',
    ],
    [
      "{{ 21.37 | round(1, 'floor') }} {{ 21.31 | round(1, 'ceil') }} {{ 21.3 | round(1, 'half') }}",
      '',
      '21.3 21.4 21.5',
    ],
    ['{{ -5 // 2 }} {{ -5 % 3 }} {{ 7 / 2 }} {{ 4 / 2 }} {{ 2 ** 3 }}', '', '-3 1 3.5 2.0 8'],
    ["{{ value | int(base=16) }} {{ '0x1F' | int(0, 16) }} {{ '21.7' | int }}", '1F', '31 31 21'],
    ["{{ value_json.x | float(default=7) }} {{ 'x' | int(-1) }}", '{"x":"bad"}', '7 -1'],
    ['{{ value_json.v | bitwise_and(4) > 0 }} {{ value_json.v | bitwise_or(8) }}', '{"v":7}', 'True 15'],
    ['{{ value_json.v | multiply(0.1) | round(1) }} {{ 1 | add(2) }}', '{"v":217}', '21.7 3.0'],
    ['{{ min(3, 1) }} {{ max([3, 5]) }} {{ average(1, 2, 3) }} {{ median([1, 2, 10]) }}', '', '1 5 2.0 2.0'],
    [
      '{{ 120 | clamp(0, 100) }} {{ wrap(370, 0, 360) }} {{ 5 | remap(0, 10, 0, 255) }}',
      '',
      '100.0 10.0 127.5',
    ],
    ["{{ 15 | remap(0, 10, 0, 1, edges='clamp') }} {{ [2, 1, 2] | statistical_mode }}", '', '1.0 2.0'],
    ['{{ is_number(value) }} {{ value | is_number }} {{ value is number }}', '5', 'True True False'],
  ],
  'lists and dictionaries as sets': [
    [
      '{{ [1, 2] | union([2, 3]) }} {{ [1, 2] | difference([2]) }} {{ [1, 2] | intersect([2]) }}',
      '',
      '[1, 2, 3] [1] [2]',
    ],
    ["{{ ({'a': 1} | combine({'b': 2})).b }} {{ 'x' | typeof }}", '', '2 str'],
    ['{{ value_json.t | default(this.state, true) }}', '{}', ''],
  ],
  texts: [
    ["{{ value.split(';')[1] | trim }}", 'a; b', 'b'],
    ["{{ value.split(',')[1:] | join('/') }}", 'a,b,c', 'b/c'],
    ['{{ value[0:2] }}-{{ value[-1] }}-{{ value[::-1] }}', 'abcd', 'ab-d-dcba'],
    ["{{ value | replace(',', '.') }}", '1,5', '1.5'],
    ["{{ '%02d:%02d' | format(value_json.s // 3600, (value_json.s % 3600) // 60) }}", '{"s":7384}', '02:03'],
    ["{{ '{:.1f} {:>5} {:05d} {:,}'.format(2.345, 'a', 42, 1234567) }}", '', '2.3     a 00042 1,234,567'],
    ["{{ value | regex_replace('^v(\\d+)', 'V\\1') }}", 'v1.2', 'V1.2'],
    [
      "{{ value | regex_findall('\\d+') | last }} {{ value | regex_findall_index('[a-z]') }}",
      'a12b34',
      '34 a',
    ],
    ["{{ 'ON' if value is match('^open') else 'OFF' }} {{ value is not search('x') }}", 'opening', 'ON True'],
    ['{{ value | slugify }} {{ 3 | ordinal }} {{ 11 | ordinal }}', 'Living Room', 'living_room 3rd 11th'],
    ["{{ 'aGk=' | base64_decode }} {{ 'hi' | base64_encode }}", '', 'hi aGk='],
  ],
  'lists and dictionaries': [
    ["{% set names = {'1': 'one'} %}{{ names[value] }}", '1', 'one'],
    ['{{ {0: "idle", 1: "heating"}[value_json.v] }}', '{"v":1}', 'heating'],
    ["{{ value_json.p | map('float') | sum }}", '{"p":["1.5","2.5"]}', '4.0'],
    [
      "{{ value_json.a | selectattr('id', 'eq', 2) | map(attribute='t') | first }}",
      '{"a":[{"id":1},{"id":2,"t":7}]}',
      '7',
    ],
    ["{{ [1, 2, 3] | select('gt', 1) | list | count }}", '', '2'],
    [
      '{% for p in value_json.p %}{{ p.v }}{% if not loop.last %};{% endif %}{% endfor %}',
      '{"p":[{"v":1},{"v":2}]}',
      '1;2',
    ],
    ["{% for p in value_json %}{{ loop.cycle('a', 'b') }}{{ p }}{% endfor %}", '[1,2,3]', 'a1b2a3'],
    [
      '{% set ns = namespace(n=0) %}{% for v in value_json if v is number %}{% set ns.n = ns.n + v %}{% endfor %}{{ ns.n }}',
      '[1,"x",2]',
      '3',
    ],
    ['{% for k, v in value_json.items() %}{{ k }}={{ v }} {% endfor %}', '{"a":1,"b":"x"}', 'a=1 b=x'],
    ["{{ value_json.get('x', 5) }} {{ value_json['1'] }}", '{"1":"a"}', '5 a'],
    ['{{ value_json | to_json }} {{ value_json | tojson }}', '{"a":[1,2]}', '{"a":[1,2]} {"a": [1, 2]}'],
    ['{{ (value | from_json).a }}', '{"a":3}', '3'],
    ['{% macro twice(x, by=2) %}{{ x * by }}{% endmacro %}{{ twice(3) }}', '', '6'],
  ],
  times: [
    ["{{ value | timestamp_custom('%Y-%m-%d %H:%M', false) }}", '1700000000', '2023-11-14 22:13'],
    ['{{ value_json.t | timestamp_utc }}', '{"t":1700000000}', '2023-11-14T22:13:20+00:00'],
    ["{{ as_timestamp('2023-11-14T22:13:20Z') | int }}", '', '1700000000'],
    ["{{ strptime(value, '%d.%m.%Y %H:%M').strftime('%Y-%m-%d') }}", '05.11.2026 10:00', '2026-11-05'],
    [
      '{{ (as_datetime(value) + timedelta(hours=1)).hour }} {{ now().year > 2000 }}',
      '2023-11-14T22:13:20Z',
      '23 True',
    ],
  ],
};

for (const [kind, cases] of Object.entries(EVALUATED))
  test(`evaluates templates of Home Assistant: ${kind}`, () => {
    for (const [template, payload, expected] of cases)
      assert.equal(render(template, payload), expected, template);
  });

test('a template without a value gives none instead of another one', () => {
  for (const [template, payload] of [
    ['{{ value_json.value | float }}', '812.5'],
    ['{{ value_json.t | round(1) }}', '{"h":40}'],
    ['{{ value_json.t | round(1) }}', '{"t":null}'],
    ['{{ value_json.t | float(0) }}', '{"h":40}'],
    ['{{ value_json.h | is_defined | round(0) }}', '{"t":20}'],
    ['{{ value | int }}', 'unknown'],
    ['{{ value_json.a.b.c ~ "x" }}', '{"a":{}}'],
    ['{{ value_json.t - 1 }}', '{"t":"20"}'],
    ['{{ value_json.items | sum }}', '{}'],
    ['{{ value | multiply(2) }}', 'nothing'],
    ['{{ 1 / value | int }}', '0'],
    ['{{ this.attributes.t }}', '5'],
  ] as const)
    assert.equal(render(template, payload), undefined, template);
});

test('refuses templates that it cannot evaluate, and says why', () => {
  for (const [template, reason] of [
    ["{{ states('sensor.other') }}", 'a template with the function states'],
    ['{{ value | md5 }}', 'a template with the filter md5'],
    ['{{ value is device_class }}', 'a template with the test device_class'],
    ['{{ broken', 'a template that cannot be read'],
    [`{{ ${'('.repeat(1000)}1${')'.repeat(1000)} }}`, 'a template that cannot be read'],
    [`{{ '${'a'.repeat(3000)}' }}`, 'a template that is too long'],
  ] as const)
    assert.throws(() => compileTemplate(template), { message: reason }, template);
});

test('a template that never ends or wants too much ends without a value', () => {
  for (const template of [
    '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}',
    '{{ range(1000000000) }}',
    "{{ 'x' * 1000000000 }}",
    "{{ '%1000000000d' % 1 }}",
    "{{ value['re' + 'place']('', value) }}",
    "{{ value_json | tojson(**{'indent': 8000}) }}",
    '{% for i in range(1000) %}{% for j in range(1000) %}{{ j }}{% endfor %}{% endfor %}',
    `{% set a = [1] %}${'{% set a = [a, a] %}'.repeat(40)}{{ a }}`,
  ])
    assert.equal(render(template, 'é€'.repeat(8_000)), undefined, template);
});

test('a template that makes its values longer and longer ends without a value', () => {
  const double = '{% set a = a ~ a %}'.repeat(40);
  assert.equal(render(`{% set a = value ~ value %}${double}{{ a }}`, 'x'.repeat(100)), undefined);
});

test('ends a template whose steps take too long, and all templates of a message together', () => {
  const slow = compileTemplate("{{ value | regex_match('(a+)+$') }}");
  assert.throws(() => evaluateMessage(() => slow(`${'a'.repeat(21)}b`)), TemplateTooSlow);
  const some = compileTemplate(
    '{% for i in range(90) %}{% for j in range(60) %}{{ j }}{% endfor %}{% endfor %}',
  );
  const many = () => {
    for (let entity = 0; entity < 250; entity += 1) some('');
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
