import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { auditActions } from './audit-actions.ts';

describe('actions of the audit log', () => {
  it('are declared once, each by one wing', async () => {
    const declared: string[] = [];
    for await (const path of glob('*/audit-actions.ts', { cwd: import.meta.dirname })) {
      const lists: Record<string, object> = await import(join(import.meta.dirname, path));
      declared.push(...Object.values(lists).flatMap((list) => Object.keys(list)));
    }
    assert.deepEqual(declared.sort(), Object.keys(auditActions).sort());
  });
});
