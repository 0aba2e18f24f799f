import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signWebhook } from './webhook-signature.ts';

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

  it('has a signature for each key', () => {
    const headers = signWebhook({ id: 'a', time: 0, body: '' }, [Buffer.from('one'), Buffer.from('two')]);
    assert.match(headers['webhook-signature'], /^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
  });
});
