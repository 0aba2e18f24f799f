import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { signWebhook, signWebhookWithSubjects } from './webhook-signature.ts';

describe('signWebhook', () => {
  it('signs the example of Standard Webhooks', () => {
    // https://github.com/standard-webhooks/standard-webhooks: the vector of its libraries.
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      time: 1_614_265_330_000,
      body: '{"test": 2432232314}',
    };
    assert.deepEqual(signWebhook(message, [key]), {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('returns a signature for each key', () => {
    const keys = [Buffer.from('one'), Buffer.from('two')];
    const headers = signWebhookWithSubjects({ id: 'a', time: 0, body: '', subjects: [] }, keys);
    for (const name of ['webhook-signature', 'webhook-subject-signature'] as const)
      assert.match(headers[name], /^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
  });

  it('signs the subjects, in their order and apart from the body', () => {
    const keys = [Buffer.from('one')];
    const signed = (subjects: string[], body: string) =>
      signWebhookWithSubjects({ id: 'a', time: 0, body, subjects }, keys)['webhook-subject-signature'];
    const all = [signed(['b', 'c'], 'd'), signed(['c', 'b'], 'd'), signed(['b'], 'c.d'), signed([], 'b.c.d')];
    assert.equal(new Set(all).size, all.length);
    const digest = createHmac('sha256', 'one').update('a\n0\nb\nc\nd').digest('base64');
    assert.equal(all[0], `v1,${digest}`);
  });
});
