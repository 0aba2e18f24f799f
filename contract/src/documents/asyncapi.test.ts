import assert from 'node:assert/strict';
import { test } from 'node:test';
import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parsePublishTopic } from '../telemetry/message.ts';
import { type AsyncApiDocument, asyncapiDocument } from './asyncapi.ts';

const document = asyncapiDocument({
  version: '0.1.0',
  url: 'https://home.example.org',
  mqtt: ['mqtts://home.example.org:8883', 'mqtt://127.0.0.1:1883'],
});

const validateDocument = (() => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  return ajv.compile(specs.schemasWithoutId['3.0.0'] as object);
})();

/** Every object in a JSON value. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const part of Object.values(value)) yield* objectsIn(part);
}

/** What a reference within the document points to. */
function target(reference: string): unknown {
  const steps = reference.replace('#/', '').split('/');
  return steps.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | undefined)?.[step],
    document,
  );
}

test('the document is valid by the official schema of AsyncAPI 3.0', () => {
  assert.ok(validateDocument(structuredClone(document)), JSON.stringify(validateDocument.errors, null, 2));
});

test('the official schema of AsyncAPI 3.0 refuses a broken document', () => {
  const broken: object[] = [
    { ...document, asyncapi: '2.6.0' },
    { ...document, operations: { x: { action: 'publish', channel: { $ref: '#/channels/value' } } } },
    { ...document, channels: { x: { address: 7 } } },
  ];
  for (const each of broken) assert.equal(validateDocument(each), false);
});

test('every reference has a target', () => {
  const references = [...objectsIn(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
  assert.ok(references.length > 50);
  assert.deepEqual(
    references.filter((reference) => target(reference) === undefined),
    [],
  );
});

test('every message has examples that its payload allows, and another performative is refused', () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: structuredClone(document.components) });
  for (const [name, { payload, examples }] of Object.entries(document.components.messages)) {
    const text = JSON.stringify(payload).replaceAll('"#/', '"document#/');
    const validate = ajv.compile(JSON.parse(text) as object);
    for (const example of examples) {
      assert.ok(validate(example.payload), `${name}: ${ajv.errorsText(validate.errors)}`);
      assert.equal(validate({ ...example.payload, io: 'i' }), false, name);
    }
  }
});

test('names messages of its channel in every operation, and uses every channel and message', () => {
  const used = new Set<string>();
  for (const [id, { channel, messages, reply }] of Object.entries(document.operations)) {
    for (const part of [{ channel, messages }, ...(reply ? [reply] : [])]) {
      used.add(part.channel.$ref);
      for (const { $ref } of part.messages) {
        assert.ok($ref.startsWith(`${part.channel.$ref}/messages/`), `${id} ${$ref}`);
        used.add((target($ref) as { $ref: string }).$ref);
      }
    }
  }
  const unused = [
    ...Object.keys(document.channels).map((name) => `#/channels/${name}`),
    ...Object.keys(document.components.messages).map((name) => `#/components/messages/${name}`),
  ].filter((reference) => !used.has(reference));
  assert.deepEqual(unused, []);
});

test('every role has operations, and every operation a described role', () => {
  const named = new Set(
    Object.values(document.operations).flatMap(({ tags }) => tags.map(({ name }) => name)),
  );
  assert.deepEqual([...named].sort(), document.info.tags.map(({ name }) => name).sort());
});

test('the address of every topic names its parameters, and is the topic that the platform understands', () => {
  for (const { address, parameters } of Object.values(document.channels)) {
    const named = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assert.deepEqual(Object.keys(parameters), named, address);
    assert.ok(address.startsWith('/v3/'), address);
  }
  assert.deepEqual(parsePublishTopic(document.channels.value.address), {
    channelId: '{channelId}',
    componentId: '{componentId}',
    propertyId: '{propertyId}',
  });
});

test('servers are where the platform says that they are', () => {
  const { tls, tcp, webSocket } = document.servers;
  assert.partialDeepStrictEqual(tls, { host: 'home.example.org:8883', protocol: 'mqtts' });
  assert.partialDeepStrictEqual(tcp, { host: '127.0.0.1:1883', protocol: 'mqtt' });
  assert.partialDeepStrictEqual(webSocket, { host: 'home.example.org', protocol: 'wss', pathname: '/mqtt' });
  const plain: AsyncApiDocument = asyncapiDocument({ version: '1', url: 'http://127.0.0.1:8480', mqtt: [] });
  assert.partialDeepStrictEqual(plain.servers['webSocket'], { host: '127.0.0.1:8480', protocol: 'ws' });
});
