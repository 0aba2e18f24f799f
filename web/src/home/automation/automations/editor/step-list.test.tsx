import type { AutomationDefinition } from '@azulejo/contract';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { channelOf, propertyOf, tileOf } from '../../../../testing/devices.ts';
import { channelList } from '../../../testing/fake-home.ts';
import { definition, openEditor, openOne, stored, word } from '../../../testing/open-editor.tsx';

const ROW_PX = 50;

// The simulated browser has no layout: rows are below each other, as their order says.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('li');
    const index = row ? [...document.querySelectorAll('main li')].indexOf(row) : 0;
    return new DOMRect(0, index * ROW_PX, 300, ROW_PX);
  });
});

const four = { ...definition, then: [...definition.then, { kind: 'wait' as const, id: 's4', wait: 'PT1H' }] };
const openFour = () => openOne({ automations: { get: { ...stored, definition: four } } });
const handles = () => screen.queryAllByRole('button', { name: /^Drag step: / });
const names = () => handles().map((handle) => handle.getAttribute('aria-label')?.slice('Drag step: '.length));

describe('steps that stand one per line', () => {
  it('drags a step to another place by its handle', async () => {
    const { user, platform } = await openFour();
    const [, wait] = handles() as [HTMLElement, HTMLElement];
    const pointer = { isPrimary: true, button: 0, pointerId: 1, clientX: 10 };
    const start = wait.getBoundingClientRect().top + ROW_PX / 2;
    fireEvent.pointerDown(wait, { ...pointer, clientY: start });
    for (let moved = 10; moved <= 2 * ROW_PX; moved += 10)
      fireEvent.pointerMove(document, { ...pointer, clientY: start + moved });
    await screen.findByText('Steps, place 4.');
    fireEvent.pointerUp(document, pointer);
    await expect
      .poll(names)
      .toEqual(['Turn on Hall light', 'Turn off Hall light', 'Wait 1 hour', 'Wait 3 minutes']);
    expect(screen.getByText('Moved after: Wait 3 minutes')).toBeTruthy();
    // A click right after a drag is taken for its end.
    await user.keyboard('{Control>}s{/Control}');
    await expect
      .poll(() => platform.bodies('automations.replace'))
      .toMatchObject([{ then: [{ id: 's1' }, { id: 's3' }, { id: 's4' }, { id: 's2' }] }]);
  });

  it('moves a step by the keyboard, which stays at the handle, and undoes the move in one go', async () => {
    const { user } = await openFour();
    const [first] = handles() as [HTMLElement];
    first.focus();
    await user.keyboard(' ');
    await screen.findByText('Step picked up: Turn on Hall light. Steps, place 1.');
    await user.keyboard('{ArrowDown}');
    await screen.findByText('Steps, place 2.');
    await user.keyboard(' ');
    await screen.findByText('Step dropped: Turn on Hall light. Steps, place 2.');
    await expect.poll(() => names()[1]).toBe('Turn on Hall light');
    await expect
      .poll(() => document.activeElement?.getAttribute('aria-label'))
      .toBe('Drag step: Turn on Hall light');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(names()[0]).toBe('Turn on Hall light');
  });

  it('names steps by what is done, each value once', async () => {
    const setpoint = propertyOf('setpoint', {
      classes: ['com.example.properties.climate.occupied-heating-setpoint'],
      controlInterfaces: [{ id: 'value', controlInterface: 'slider', config: { suffix: ' °C' } }],
    });
    const set = { channel: 'climate', component: 'light-bulb', property: 'setpoint' };
    const then = [
      { kind: 'set' as const, id: 's1', set, value: 21 },
      { kind: 'set' as const, id: 's2', set, value: 19, else: 'stop' },
      { kind: 'wait' as const, id: 's3', wait: 'PT1H' },
      { kind: 'wait' as const, id: 's4', wait: 'PT2H' },
    ];
    openEditor('/automations/hall/edit', {
      tiles: { list: { tiles: [tileOf('climate', 'Thermostat')] } },
      channels: { list: channelList([channelOf('climate', [setpoint])]) },
      automations: {
        get: { ...stored, definition: { ...definition, when: [], then } as AutomationDefinition },
      },
    });
    await word('1 hour');
    expect(names()).toEqual([
      'Set Thermostat to 21 °C',
      'Set Thermostat to 19 °C (stop if this fails)',
      'Wait 1 hour',
      'Wait 2 hours',
    ]);
  });

  it('shows no handles as long as steps stand in one line', async () => {
    await openOne();
    await word('turn on');
    expect(handles()).toEqual([]);
  });
});
