import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { passTime, renderDesign } from '../testing/render-design.tsx';
import { notify } from './notify.ts';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

const show = (send: () => void) => {
  renderDesign(<p>The page</p>);
  act(send);
};

describe('a notification', () => {
  it('says what succeeded, politely to screen readers, for four seconds', async () => {
    show(() => notify.done('The lamp was renamed.'));
    expect(screen.getByRole('status').textContent).toBe('The lamp was renamed.');
    expect(screen.queryByRole('alert')).toBeNull();
    await passTime(3_500);
    expect(screen.getByRole('status')).toBeTruthy();
    await passTime(1_000);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('says what failed, at once to screen readers, for eight seconds', async () => {
    show(() => notify.failed(new Error('no reply')));
    expect(screen.getByRole('alert').textContent).toBe('Something went wrong. Please reload the page.');
    await passTime(7_500);
    expect(screen.getByRole('alert')).toBeTruthy();
    await passTime(1_000);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stays while the pointer is on it', async () => {
    show(() => notify.done('The lamp was renamed.'));
    fireEvent.mouseEnter(screen.getByRole('status'));
    await passTime(10_000);
    fireEvent.mouseLeave(screen.getByRole('status'));
    await passTime(4_500);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is closed by its button, and the others move up', async () => {
    show(() => {
      notify.refused('The name is taken.');
      notify.done('The lamp was renamed.');
    });
    const [first] = screen.getAllByRole('button', { name: 'Close' });
    if (first) fireEvent.click(first);
    await passTime(0);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('The lamp was renamed.');
  });
});
