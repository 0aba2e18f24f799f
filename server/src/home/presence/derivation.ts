import { PLACE_PROPERTY } from '@azulejo/catalog';
import type { BoundStatement } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { partOf } from '../../platform/leases.ts';
import type { Derivation, Deriving } from '../../telemetry/write-path/index.ts';
import { dueOf } from './forget.ts';
import type { PhoneMetrics } from './metrics.ts';
import { createPerson, type Person, type ReportOutcome } from './person.ts';
import { createReadPeople } from './read-models/people.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  metrics: PhoneMetrics;
  /** How long positions are remembered. */
  retentionMs: number;
};

/** The properties that say where a phone is. */
export const SOURCES: readonly string[] = ['location', 'latlon', 'visit', 'current_wifi'];

/** Derives at which place a person is from what the person's phones report (README.md). */
export function createDerivation(dependencies: Dependencies): Derivation {
  const { db, retentionMs } = dependencies;
  const readPeople = createReadPeople(db);
  const store = createStore(dependencies);
  return {
    target: { componentId: 'location', propertyId: PLACE_PROPERTY },
    isSource: (propertyId) => SOURCES.includes(propertyId),
    begin: async (userIds) => {
      const people = (await readPeople(userIds)).map((row) => createPerson(row, retentionMs));
      return followPeople(people, { ...dependencies, store });
    },
  };
}

type Following = Pick<Dependencies, 'metrics'> & { store: (person: Person) => BoundStatement };

function followPeople(people: readonly Person[], { metrics, store }: Following): Deriving {
  const byId = new Map(people.map((person) => [person.userId, person]));
  const outcomes: ReportOutcome[] = [];
  return {
    report(userId, report) {
      const { values = [], outcome } = byId.get(userId)?.report(report) ?? {};
      if (outcome) outcomes.push(outcome);
      return values;
    },
    refresh: (userId, at) => byId.get(userId)?.refresh(at) ?? [],
    finish: () => ({
      // In one order, so that two servers do not wait for each other.
      statements: people
        .filter((person) => person.isChanged())
        .toSorted((one, other) => (one.userId < other.userId ? -1 : 1))
        .map(store),
      effects: outcomes.map((outcome) => () => metrics.phoneReports.inc({ outcome })),
    }),
  };
}

/** Returns a function that stores a person's state. The unit fails if it was changed since it was read. */
function createStore({ db, clock, retentionMs }: Dependencies): (person: Person) => BoundStatement {
  type Row = { userId: string; state: string; due: number | null; now: number; part: number };
  const insert = db.prepare<Row>()((kysely, p) =>
    kysely
      .insertInto('presences')
      .values({
        user_id: p('userId'),
        state_json: p('state'),
        due: p('due'),
        revision: 1,
        updated: p('now'),
        part: p('part'),
      })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .returning('user_id'),
  );
  const update = db.prepare<Row & { revision: number }>()((kysely, p) =>
    kysely
      .updateTable('presences')
      .set((eb) => ({
        state_json: p('state'),
        due: p('due'),
        revision: eb('revision', '+', 1),
        updated: p('now'),
      }))
      .where('user_id', '=', p('userId'))
      .where('revision', '=', p('revision'))
      .returning('user_id'),
  );
  return (person) => {
    const presence = person.presence();
    const { userId, revision } = person;
    const row = {
      userId,
      state: JSON.stringify(presence),
      due: dueOf(presence, retentionMs),
      now: clock.now(),
      part: partOf(userId),
    };
    return revision === null
      ? insert.bind(row, { expectRow: true })
      : update.bind({ ...row, revision }, { expectRow: true });
  };
}
