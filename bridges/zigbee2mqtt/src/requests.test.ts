import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRequests } from './requests.ts';

function setUp() {
  const events: unknown[] = [];
  const sent: { transaction: string }[] = [];
  const requests = createRequests(
    (_topic, body) => void sent.push(body as (typeof sent)[number]),
    (event, { transaction, ...details } = {}) =>
      events.push([event, sent.findIndex((each) => each.transaction === transaction), details]),
  );
  const join = async () => {
    const end = new AbortController();
    const answer = requests.send({ request: 'permit_join' }, { time: 254 }, end.signal);
    return { answer, abort: () => end.abort() };
  };
  const respond = (index: number, status: string) =>
    requests.handleResponse({ transaction: sent[index]?.transaction, status });
  return { requests, events, join, respond };
}

it('names a request that has no answer in time, until it is answered later', async () => {
  const { events, join, respond } = setUp();
  const { answer, abort } = await join();
  abort();
  await assert.rejects(answer);
  respond(0, 'error');
  respond(0, 'ok');
  assert.deepEqual(events, [
    ['request_unanswered', 0, { request: 'permit_join' }],
    ['request_answered', 0, {}],
  ]);
});

it('names no request that was answered or refused, and forgets one whose repetition was answered', async () => {
  const { requests, events, join, respond } = setUp();
  const refused = await join();
  respond(0, 'error');
  await assert.rejects(refused.answer);
  const lost = await join();
  requests.end();
  await assert.rejects(lost.answer);
  const again = await join();
  respond(2, 'ok');
  await again.answer;
  assert.deepEqual(events, [
    ['request_unanswered', 1, { request: 'permit_join' }],
    ['request_answered', 1, {}],
  ]);
});
