import { type BridgeCheck, resources } from '@azulejo/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused } from '../../../testing/fake-server.ts';
import { fakeHome } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';

type Replies = NonNullable<Parameters<typeof fakeHome>[0]>;

function open(path: string, replies: Replies = {}) {
  signIn();
  const platform = fakeHome(replies);
  return { platform, ...openHome(platform, path) };
}
const address = () => screen.findByRole('textbox', { name: 'Address of the MQTT server' });

describe('connecting Zigbee2MQTT', () => {
  it('leads from the address of a bridge over what was found to its devices', async () => {
    const { platform, user } = open('/add/bridge');
    await user.type(await address(), 'mqtt://192.168.1.5:1883');
    await user.type(screen.getByLabelText('Password'), 'azulejos');
    await user.click(screen.getByRole('button', { name: 'Look for Zigbee2MQTT' }));
    const found = await screen.findByText('Zigbee2MQTT 2.14.1 was found, with 23 devices.');
    // The person is led to the consent, which may be below the visible part of the page.
    expect(found.closest('[role="status"]')).toBe(document.activeElement);
    const sent = { type: 'zigbee2mqtt', mqtt_url: 'mqtt://192.168.1.5:1883', password: 'azulejos' };
    expect(platform.bodies('bridges.check')).toEqual([sent]);
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByText(/was found\. Choose which/);
    expect(platform.bodies('bridges.create')).toEqual([sent]);
  });

  it('connects devices that announce themselves in the same way', async () => {
    const { platform, user } = open('/add/bridge?type=mqtt-discovery');
    await screen.findByRole('heading', { name: 'Connect MQTT devices' });
    const guide = screen.getByRole('link', { name: 'Read the guide' });
    expect(guide.getAttribute('href')).toBe('/docs/guides/mqtt-devices');
    await user.type(await address(), 'mqtt://192.168.1.5');
    await user.type(screen.getByLabelText('Discovery prefix'), 'house');
    await user.click(screen.getByRole('button', { name: 'Look for MQTT devices' }));
    await screen.findByText('The MQTT server was found, with 23 devices that announce themselves.');
    expect(platform.bodies('bridges.check')).toEqual([
      { type: 'mqtt-discovery', mqtt_url: 'mqtt://192.168.1.5', base_topic: 'house' },
    ]);
  });

  it('looks again after a change of the settings', async () => {
    const { user } = open('/add/bridge');
    await user.type(await address(), 'mqtt://house');
    await user.click(screen.getByRole('button', { name: 'Look for Zigbee2MQTT' }));
    await screen.findByRole('button', { name: 'Connect' });
    await user.type(await address(), '.example');
    expect(await screen.findByRole('button', { name: 'Look for Zigbee2MQTT' })).toBeTruthy();
  });

  it('leaves the focus where it is when the person has moved it to another control', async () => {
    const found = Promise.withResolvers<BridgeCheck>();
    const { user } = open('/add/bridge', { bridges: { check: () => found.promise } });
    await user.type(await address(), 'mqtt://house');
    await user.click(screen.getByRole('button', { name: 'Look for Zigbee2MQTT' }));
    const back = screen.getByRole('link', { name: 'Connect something real' });
    back.focus();
    found.resolve(resources.bridges.check.example.reply as BridgeCheck);
    await screen.findByText(/was found, with/);
    expect(back).toBe(document.activeElement);
  });

  it('leaves the focus where it is when the person has moved it and a field is refused', async () => {
    const answer = Promise.withResolvers<unknown>();
    const { user } = open('/add/bridge', { bridges: { check: () => answer.promise as never } });
    await user.type(await address(), 'mqtt://house');
    await user.click(screen.getByRole('button', { name: 'Look for Zigbee2MQTT' }));
    const back = screen.getByRole('link', { name: 'Connect something real' });
    back.focus();
    const errors = [{ field: 'password', reason: 'the MQTT server refuses the user or password' }];
    answer.resolve(refused(400, 1000, { text: 'The request is not valid.', errors }));
    await screen.findByText('The MQTT server refuses the user or password');
    expect(back).toBe(document.activeElement);
  });

  it('shows what is wrong at its field, and leads there', async () => {
    const { user } = open('/add/bridge', {
      bridges: {
        check: refused(400, 1000, {
          text: 'The request is not valid.',
          errors: [{ field: 'password', reason: 'the MQTT server refuses the user or password' }],
        }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Look for Zigbee2MQTT' }));
    expect(await screen.findByText(/^Type an address/)).toBeTruthy();
    expect(await address()).toBe(document.activeElement);
    await user.type(await address(), 'mqtt://house');
    await user.click(screen.getByRole('button', { name: 'Look for Zigbee2MQTT' }));
    expect(await screen.findByText('The MQTT server refuses the user or password')).toBeTruthy();
    expect(screen.getByLabelText('Password')).toBe(document.activeElement);
  });

  it('shows the form to users who may connect bridges, and names the operator to others', async () => {
    const reason = 'Only the people whom the operator chose may connect bridges.';
    open('/add/real', { bridges: { list: { bridges: [], can_connect: false, reason } } });
    expect(
      await screen.findByText(/Only the people whom.*Ask the person who runs this platform/),
    ).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Connect Zigbee2MQTT/ })).toBeNull();
  });
});
