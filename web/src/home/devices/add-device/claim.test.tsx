import { resources } from '@azulejo/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { lampTile } from '../../../testing/devices.ts';
import { refused } from '../../../testing/fake-server.ts';
import { fakeHome } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';
import { codeIn } from './claim-code.ts';

const CODE = 'K7QX-M2PD-9TRA-5WHN';
const claimed = { name: 'Hall lamp', channels: [{ id: lampTile.channel, name: 'Hall lamp' }] };

function open(path: string, claim: unknown = claimed) {
  signIn();
  const platform = fakeHome({ claims: { use: claim as never } });
  return { platform, ...openHome(platform, path) };
}
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Code' });

describe('adding a device by its code', () => {
  it('offers the code where devices are added', async () => {
    const { user } = open('/add/real');
    await user.click(await screen.findByRole('link', { name: /^A device with a code/ }));
    expect((await field()).value).toBe('');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add the device' }).disabled).toBe(true);
  });

  it('sends what was typed, and shows the device in the home', async () => {
    const { user, platform } = open('/add/code');
    await user.type(await field(), 'k7qx m2pd 9tra 5whn');
    await user.click(screen.getByRole('button', { name: 'Add the device' }));
    expect(await screen.findByRole('heading', { name: 'It is in your home' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Hall lamp' })).toBeTruthy();
    expect(platform.bodies('claims.use')).toEqual([{ code: 'k7qx m2pd 9tra 5whn' }]);
  });

  it('says that a claim code is not valid, and keeps it to be corrected', async () => {
    const { user } = open(
      '/add/code',
      refused(404, 2108, { text: 'This code is not valid, or was used before.' }),
    );
    await user.type(await field(), CODE);
    await user.click(screen.getByRole('button', { name: 'Add the device' }));
    expect(await screen.findByText('This code is not valid, or was used before.')).toBeTruthy();
    expect((await field()).value).toBe(CODE);
  });

  it('takes the claim code of a link from its fragment, which leaves the address', async () => {
    open(`/add#code=${CODE}`);
    expect((await field()).value).toBe(CODE);
    expect(window.location.href).not.toContain(CODE);
  });

  it('offers no scanning where the browser cannot read codes', async () => {
    open('/add/code');
    await field();
    expect(screen.queryByRole('button', { name: 'Scan the code' })).toBeNull();
  });

  it('scans a code with the camera, and stops the camera then', async () => {
    const stop = vi.fn();
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        detect = async () => [{ rawValue: `https://home.example/home/add#code=${CODE}` }];
      },
    );
    Object.assign(navigator, {
      mediaDevices: { getUserMedia: async () => ({ getTracks: () => [{ stop }] }) },
    });
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue();
    onTestFinished(() => {
      vi.unstubAllGlobals();
      Object.assign(navigator, { mediaDevices: undefined });
    });
    const { user } = open('/add/code');
    await user.click(await screen.findByRole('button', { name: 'Scan the code' }));
    await expect.poll(async () => (await field()).value).toBe(CODE);
    expect(stop).toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Stop scanning' })).toBeNull();
  });

  it('says that the camera cannot be used', async () => {
    vi.stubGlobal('BarcodeDetector', class {});
    Object.assign(navigator, {
      mediaDevices: { getUserMedia: () => Promise.reject(new Error('no camera')) },
    });
    onTestFinished(() => {
      vi.unstubAllGlobals();
      Object.assign(navigator, { mediaDevices: undefined });
    });
    const { user } = open('/add/code');
    await user.click(await screen.findByRole('button', { name: 'Scan the code' }));
    expect(await screen.findByText(/The camera cannot be used/)).toBeTruthy();
  });
});

describe('scanned text', () => {
  it('reads a scanned code alone or in a link', () => {
    expect(codeIn(` ${CODE} `)).toBe(CODE);
    expect(codeIn(`https://home.example/home/add#code=${CODE}`)).toBe(CODE);
    expect(codeIn('https://home.example/other')).toBe('https://home.example/other');
    expect(resources.claims.use.example.input).toEqual({ code: CODE });
  });
});
