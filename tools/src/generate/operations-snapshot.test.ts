import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type AnyOperation, operations, portalOperations } from '@azulejo/contract';
import { root } from '../root.ts';
import { renderOperations } from './operations-snapshot.ts';

const [first] = operations as readonly [AnyOperation, ...AnyOperation[]];

describe('contract/operations.txt', () => {
  it('has a current line for each operation', () => {
    const kept = readFileSync(join(root, 'contract/operations.txt'), 'utf8');
    assert.equal(kept, renderOperations([...operations, ...portalOperations]), 'run npm run generate');
  });

  it('stays short enough to be reviewed', () => {
    assert.ok(renderOperations([...operations, ...portalOperations]).split('\n').length <= 400);
  });

  it('changes with the schema of an operation', () => {
    const reply = { ...first.reply, maxProperties: 7 };
    assert.notEqual(renderOperations([{ ...first, reply }]), renderOperations([first]));
  });

  it('stays the same when only a description changes', () => {
    const reply = { ...first.reply, description: 'Another text.' };
    assert.equal(renderOperations([{ ...first, reply, summary: 'Another' }]), renderOperations([first]));
  });
});
