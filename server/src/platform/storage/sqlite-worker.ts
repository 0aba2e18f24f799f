/** A worker thread that owns a connection: the writing one, so that no fsync holds up the event loop, or one for long reads. */
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
    // A full disk, for one, makes SQLite roll back the whole transaction: then every unit of it failed.
    if (!connection.database.isTransaction) throw error;
    undoUnit();
    return { error: toPlainError(error) };
  }
}

function undoUnit(): void {
  run('rollback to unit');
  run('release unit');
}
