/**
 * A worker thread that owns one connection: either the writer, so that no fsync blocks the event loop, or a
 * reader for long queries. The writer runs units in three steps:
 *
 * 1. One `begin immediate` opens a transaction for the whole batch.
 * 2. Each unit has its own savepoint; a unit that fails is rolled back to it without affecting the others.
 * 3. One `commit` stores the batch with a single fsync. When it fails, every unit of the batch failed.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openConnection } from './sqlite-connection.ts';
import { toPlainError } from './sqlite-errors.ts';
import type { ConnectionOfWorker, UnitOutcome, WorkerReply, WorkerRequest } from './sqlite-protocol.ts';
import type { BoundStatement } from './storage.ts';

const { file, mode } = workerData as ConnectionOfWorker;
const connection = openConnection(file, mode);
const run = (sql: string) => connection.run(sql, []);

parentPort?.on('message', (request: WorkerRequest) => {
  const reply = answer(request);
  parentPort?.postMessage(reply);
  if (request.kind === 'close') parentPort?.close();
});

function answer(request: WorkerRequest): WorkerReply {
  try {
    if (request.kind === 'units') return { ok: true, outcomes: runUnits(request.units) };
    if (request.kind === 'execute') {
      return { ok: true, result: connection.run(request.sql, request.parameters) };
    }
    connection.database.close();
    return { ok: true };
  } catch (error) {
    return { ok: false, error: toPlainError(error) };
  }
}

function runUnits(units: readonly (readonly BoundStatement[])[]): UnitOutcome[] {
  run('begin immediate');
  try {
    const outcomes = units.map(runUnit);
    run('commit');
    return outcomes;
  } catch (error) {
    if (connection.database.isTransaction) run('rollback');
    throw error;
  }
}

function runUnit(statements: readonly BoundStatement[]): UnitOutcome {
  run('savepoint unit');
  try {
    const rows: unknown[][] = [];
    for (const statement of statements) {
      const result = connection.run(statement.sql, statement.parameters);
      if (statement.expectRow && result.changes === 0) {
        undoUnit();
        return { result: { committed: false, failedAt: rows.length } };
      }
      rows.push(result.rows);
    }
    run('release unit');
    return { result: { committed: true, rows } };
  } catch (error) {
    // Some errors, such as a full disk, make SQLite roll back the whole transaction. Then every unit has
    // failed.
    if (!connection.database.isTransaction) throw error;
    undoUnit();
    return { error: toPlainError(error) };
  }
}

function undoUnit(): void {
  run('rollback to unit');
  run('release unit');
}
