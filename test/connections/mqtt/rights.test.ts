import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Right } from '@azulejo/contract';
import { mayAskFor, maySubscribe, publishTarget } from '@azulejo/server/testing';
import fc from 'fast-check';
import { isFullRun } from '../../support/full-run.ts';
import { type Case, caseOf, clients, type Principal, scopesOf, users } from './rights-cases.ts';

const RUNS = isFullRun ? 100_000 : 10_000;
const options = { seed: 20_260_102, numRuns: RUNS };

/**
 * Returns whether the filter matches, by MQTT-4.7.1: `+` is any one level; a final `#` is its parent and any
 * levels below. There is no exception for `$`, which is stricter.
 */
function matches(filter: readonly string[], topic: readonly string[]): boolean {
  const [first, ...others] = filter;
  if (first === undefined) return topic.length === 0;
  if (first === '#' && others.length === 0) return true;
  const [level, ...below] = topic;
  return level !== undefined && (first === '+' || first === level) && matches(others, below);
}

const begins = (levels: readonly string[], ...start: string[]) =>
  start.every((level, index) => levels[index] === level);

/**
 * Returns whether section 1 of the rights grants the topic: users and clients own their channels and grants, if their
 * sign-in may see values, or add devices.
 */
function isOwn({ kind, id, clientId, tree, rights }: Principal, topic: readonly string[]): boolean {
  const has = (right: Right) => rights === 'all' || rights.has(right);
  if (has('view') && begins(topic, '', 'v3', tree, id, 'channels')) return true;
  if (!has('manage')) return false;
  return (
    begins(topic, '', 'v3', tree, id, 'grants') ||
    (kind === 'user' && begins(topic, '', 'v3', 'applications', clientId, 'grants'))
  );
}

const mayListen = ({ kind, scopes }: Principal): boolean =>
  kind === 'user'
    ? scopes.includes('user')
    : ['application', 'distributor', 'manager', 'device'].some((scope) => scopes.includes(scope));

/** Returns topics that the filter matches, with ids that do not exist in place of its wildcards. */
function matchingTopics(filter: readonly string[]): string[][] {
  const ends = filter.at(-1) === '#' ? [[], ['elsewhere'], ['elsewhere', 'below']] : [filter.slice(-1)];
  return ends.map((end) =>
    [...filter.slice(0, -1), ...end].map((level) => (level === '+' ? 'elsewhere' : level)),
  );
}

describe('maySubscribe, publishTarget and mayAskFor', () => {
  it("grants a filter exactly when it matches only topics in the client's own trees", () => {
    let seen = 0;
    const check = ({ principal, filter, topic }: Case) => {
      const isGranted = maySubscribe(principal, filter);
      const levels = filter.split('/');
      const received = topic.split('/');
      if (isGranted && matches(levels, received)) {
        seen += 1;
        assert.ok(isOwn(principal, received), `${filter} was granted, which matches ${topic}`);
      }
      const expected = mayListen(principal) && matchingTopics(levels).every((each) => isOwn(principal, each));
      assert.equal(isGranted, expected, filter);
    };
    fc.assert(fc.property(caseOf, check), options);
    assert.ok(seen > RUNS / 20, `only ${seen} cases were granted and matched`);
  });

  it('accepts publishes on value topics and on grants of devices, and on no other topic', () => {
    const seen = { value: 0, grants: 0, none: 0 };
    const check = ({ topic }: Case) => {
      const target = publishTarget(topic);
      const [, , kind, id = '', ...rest] = topic.split('/');
      const isCommon = begins(topic.split('/'), '', 'v3') && id !== '';
      const [, component, , property] = rest;
      const isValue =
        kind === 'channels' &&
        rest.length === 5 &&
        rest.join('/') === `components/${component}/properties/${property}/value` &&
        Boolean(component && property);
      const isGrants = kind === 'devices' && rest.join('/') === 'grants' && rest.length === 1;
      const expected = isCommon && isValue ? 'value' : isCommon && isGrants ? 'grants' : undefined;
      assert.equal(target?.kind, expected, topic);
      seen[expected ?? 'none'] += 1;
    };
    fc.assert(fc.property(caseOf, check), options);
    assert.ok(seen.value > RUNS / 100 && seen.grants > RUNS / 100, JSON.stringify(seen));
  });

  it('lets a user ask a device for itself and its application only', () => {
    const [ana, app] = [users[0], clients[0]];
    assert.ok(ana && app);
    const rights = 'all';
    const user = { kind: 'user', id: ana, clientId: app, tree: 'users', scopes: ['user'], rights } as const;
    const application = {
      kind: 'client',
      id: app,
      clientId: app,
      tree: 'applications',
      scopes: scopesOf.applications,
      rights,
    } as const;
    const device = { ...application, tree: 'devices' } as const;
    const forUser = { role: 'user', client_id: ana } as const;
    const forApplication = { role: 'application', client_id: app } as const;
    const stranger = users[1] ?? '';
    assert.deepEqual(
      [
        mayAskFor(user, forUser),
        mayAskFor(user, { ...forUser, requesting_client_id: app }),
        mayAskFor(user, forApplication),
        mayAskFor(application, forApplication),
      ],
      [true, true, true, true],
    );
    assert.deepEqual(
      [
        mayAskFor(user, { ...forUser, client_id: stranger }),
        mayAskFor(user, { ...forUser, requesting_client_id: stranger }),
        mayAskFor(user, { ...forApplication, client_id: stranger }),
        mayAskFor(application, forUser),
        mayAskFor(application, { ...forApplication, client_id: stranger }),
        mayAskFor(device, forApplication),
        mayAskFor({ ...user, rights: new Set<Right>(['view', 'control']) }, forUser),
      ],
      [false, false, false, false, false, false, false],
    );
  });
});
