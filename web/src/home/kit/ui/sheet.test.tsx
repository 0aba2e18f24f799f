import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { passTime, renderDesign } from '../../../testing/render-design.tsx';
import { Sheet } from './sheet.tsx';

const LEAVE_MS = 240;
const queries = { phone: '(max-width: 37.49em)', still: '(prefers-reduced-motion: reduce)' };

/** Makes only these media queries match. */
function matchOnly(...matching: readonly string[]): void {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { media: query, matches: matching.includes(query) }),
  );
}

function Opener({ onClose }: { onClose: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    setIsOpen(false);
    onClose();
  };
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Rename…
      </button>
      <Sheet opened={isOpen} onClose={close} title="Rename">
        <input aria-label="Name" />
      </Sheet>
    </>
  );
}

/** Opens the sheet. */
async function openSheet() {
  const onClose = vi.fn();
  const user = renderDesign(<Opener onClose={onClose} />);
  await user.click(screen.getByRole('button', { name: 'Rename…' }));
  await screen.findByRole('dialog', { name: 'Rename' });
  return { user, onClose };
}

const offsetOf = () =>
  screen
    .getByRole('dialog')
    .closest<HTMLElement>('[style*="--sheet-offset"]')
    ?.style.getPropertyValue('--sheet-offset');

/** Drags the title by these px; a slow drag takes a second. */
function drag(px: number, { isSlow = true, target = screen.getByText('Rename') as Element } = {}) {
  const now = vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(1_000);
  fireEvent.pointerDown(target, { pointerId: 1, button: 0, clientY: 500 });
  fireEvent.pointerMove(target, { pointerId: 1, clientY: 500 + px });
  const offset = offsetOf();
  now.mockReturnValue(isSlow ? 2_000 : 1_050);
  fireEvent.pointerUp(target, { pointerId: 1, clientY: 500 + px });
  now.mockRestore();
  return offset;
}

describe('a sheet on a phone', () => {
  beforeEach(() => {
    matchOnly(queries.phone);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  });

  it('follows the pointer down and springs back when the sheet is let go early', async () => {
    const { onClose } = await openSheet();
    expect(drag(60)).toBe('60px');
    expect(offsetOf()).toBe('0px');
    await passTime(LEAVE_MS);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('does not follow the pointer up', async () => {
    await openSheet();
    expect(drag(-60)).toBe('0px');
  });

  it('closes a sheet after it left when it is dragged far down', async () => {
    const { onClose } = await openSheet();
    drag(120);
    expect(onClose).not.toHaveBeenCalled();
    await passTime(LEAVE_MS);
    expect(onClose).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes by a short swipe', async () => {
    const { onClose } = await openSheet();
    drag(60, { isSlow: false });
    await passTime(LEAVE_MS);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('springs back when the browser takes the pointer away', async () => {
    const { onClose } = await openSheet();
    const title = screen.getByText('Rename');
    fireEvent.pointerDown(title, { pointerId: 1, button: 0, clientY: 500 });
    fireEvent.pointerMove(title, { pointerId: 1, clientY: 700 });
    fireEvent.pointerCancel(title, { pointerId: 1 });
    expect(offsetOf()).toBe('0px');
    fireEvent.pointerUp(title, { pointerId: 1, clientY: 700 });
    await passTime(LEAVE_MS);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('does not drag a sheet by its content or its close button', async () => {
    const { onClose } = await openSheet();
    expect(drag(200, { target: screen.getByLabelText('Name') })).toBe('0px');
    expect(drag(200, { target: screen.getByRole('button', { name: 'Close' }) })).toBe('0px');
    await passTime(LEAVE_MS);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('slides out before Escape closes it', async () => {
    const { user, onClose } = await openSheet();
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    expect(document.querySelector('[data-leaving]')).toBeTruthy();
    await passTime(LEAVE_MS);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('closes a sheet at once for people who want less motion', async () => {
    matchOnly(queries.phone, queries.still);
    const { onClose } = await openSheet();
    drag(120);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('closes a sheet by Escape and by its button, and returns the focus', async () => {
    const { user, onClose } = await openSheet();
    const opener = screen.getByText('Rename…');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(opener));
    await user.click(opener);
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(document.activeElement).toBe(opener));
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});

it('a sheet in a wider window is a dialog, which is not dragged', async () => {
  matchOnly();
  const { onClose } = await openSheet();
  expect(drag(200)).toBe('0px');
  expect(onClose).not.toHaveBeenCalled();
});
