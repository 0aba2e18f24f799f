import type { AutomationDefinition, Rehearsal } from '@azulejo/contract';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { channelOf, kitchen, propertyOf, tileOf } from '../../../../testing/devices.ts';
import { channelList } from '../../../testing/fake-home.ts';
import {
  definition,
  dialog,
  fine,
  openEditor,
  openOne,
  status,
  stored,
  word,
} from '../../../testing/open-editor.tsx';
import type { HomeReplies } from '../../../testing/open-home.tsx';

const charge = propertyOf('battery', {
  io: 'rs',
  label: 'Battery',
  classes: ['com.example.properties.battery.battery'],
  mainInformationPriority: 1,
  controlInterfaces: [
    { id: 'value', controlInterface: 'number', config: { min: 0, max: 100, step: 1, suffix: ' %' } },
  ],
  triggers: [
    { id: 'less', condition: 'less-than', inputs: [], inputsLabel: '', label: '', predicateLabel: '' },
  ],
});
const hall = { ...kitchen, id: 'hall', label: 'Hall', position: 1 };
const lamps = {
  tiles: {
    list: {
      tiles: [
        tileOf('desk', 'Desk lamp'),
        tileOf('shelf', 'Shelf lamp'),
        tileOf('lamp', 'Hall light', { groups: ['hall'] }),
      ],
    },
  },
  tileGroups: { list: { tileGroups: [kitchen, hall] } },
  channels: {
    list: channelList(['desk', 'shelf', 'lamp'].map((id) => channelOf(id, [status, charge]))),
  },
};

const week: Rehearsal = {
  type: 'result',
  timezone: 'UTC',
  count: 0,
  runs: [],
  days: [{ date: '2026-03-01', runs: 0, misses: 0 }],
  misses: [],
  coverage: {
    from: '2026-02-22T10:00:00.000+0000',
    to: '2026-03-01T10:00:00.000+0000',
    events: 20,
    is_truncated: false,
    left_out: 0,
    gaps: [],
    without_values: [],
  },
};

const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save' }));

describe('devices of a kind', () => {
  it('chooses devices of a kind together for a trigger and a step, and then by room and number', async () => {
    const { user, platform } = openEditor('/automations/new', lamps);
    await user.click(await word('something happens'));
    const when = await dialog('When what happens?');
    await user.click(when.getByRole('radio', { name: 'Several of a kind' }));
    await user.click(when.getByRole('button', { name: 'All batteries 3' }));
    await user.click(when.getByRole('button', { name: /^any battery falls below/ }));
    await user.click(await word('choose'));
    const value = await dialog('When what happens?');
    await user.type(value.getByRole('textbox'), '15');
    await user.click(value.getByRole('button', { name: 'Done' }));

    await user.click(await word('do something'));
    const then = await dialog('What is done?');
    await user.click(then.getByRole('radio', { name: 'Several of a kind' }));
    await user.click(then.getByRole('button', { name: 'Kitchen' }));
    await user.click(then.getByRole('button', { name: 'All lights 2' }));
    await user.click(then.getByRole('button', { name: 'turn off all lights in Kitchen' }));

    await user.click(screen.getByRole('button', { name: 'any battery', description: '3 devices' }));
    const group = await dialog('When what happens?');
    expect(group.getByRole('status').textContent).toMatch(/^Now: Desk lamp, Shelf lamp,? and Hall light\./);
    await user.click(group.getByRole('radio', { name: 'Every battery' }));
    await user.selectOptions(group.getByLabelText('Room'), 'Hall');
    expect(group.getByRole('status').textContent).toMatch(/^Now: Hall light\./);
    await user.click(group.getByRole('button', { name: 'Done' }));
    await save(user);
    await expect
      .poll(() => platform.bodies('automations.create'))
      .toMatchObject([
        {
          when: [
            {
              kind: 'property',
              properties: { class: 'battery.battery', room: 'hall', of: 'every' },
              is: 'falls-below',
              value: 15,
            },
          ],
          then: [
            {
              kind: 'set',
              set: {
                properties: {
                  class: 'control.status',
                  component: 'light-bulb',
                  room: 'kitchen',
                  of: 'every',
                },
              },
              value: false,
            },
          ],
        },
      ]);
  });

  it('does not offer devices of a kind together where the home has only one of each', async () => {
    const { user } = openEditor('/automations/new');
    await user.click(await word('do something'));
    const then = await dialog('What is done?');
    await user.click(then.getByRole('radio', { name: 'Several of a kind' }));
    expect(then.getByRole('status').textContent).toBe('There are not two devices of a kind here.');
  });
});

describe('a step with conditions', () => {
  it('makes a step that decides with its condition, and with one step for each case', async () => {
    const { user, platform } = await openOne();
    await user.click(screen.getByRole('button', { name: 'Add a step' }));
    const then = await dialog('What is done?');
    await user.click(then.getByRole('radio', { name: 'Other' }));
    await user.click(then.getByRole('button', { name: /^If something is true/ }));
    const condition = await word('something is true');
    expect(document.activeElement).toBe(condition);
    await user.click(condition);
    const onlyIf = await dialog('Only if what is true?');
    await user.click(onlyIf.getByRole('radio', { name: 'Time' }));
    await user.click(onlyIf.getByRole('button', { name: 'It is light' }));
    const first = await word('do something');
    expect(document.activeElement).toBe(first);
    await user.click(first);
    const inner = await dialog('What is done?');
    await user.click(inner.getByRole('radio', { name: 'Other' }));
    await user.click(inner.getByRole('button', { name: 'Wait a while' }));
    await user.click(await word('it is light'));
    const menu = await dialog('Only if what is true?');
    await user.click(menu.getByRole('button', { name: 'Add “otherwise …”' }));
    expect(document.activeElement).toBe(await word('do something'));
    await user.click(await word('do something'));
    const other = await dialog('What is done?');
    await user.click(other.getByRole('button', { name: 'Hall light' }));
    await user.click(await other.findByRole('button', { name: /^turn on/ }));
    await save(user);
    await expect
      .poll(() => platform.bodies('automations.replace'))
      .toMatchObject([
        {
          ...definition,
          then: [
            ...definition.then,
            {
              kind: 'if',
              if: { kind: 'sun', sun: 'up' },
              then: [{ kind: 'wait', wait: 'PT3M' }],
              else: [{ value: true }],
            },
          ],
        },
      ]);
  });

  it('waits until several conditions are true, and continues after the limit if they are not', async () => {
    const { user, platform } = await openOne();
    await user.click(screen.getByRole('button', { name: 'Add a step' }));
    const then = await dialog('What is done?');
    await user.click(then.getByRole('radio', { name: 'Other' }));
    await user.click(then.getByRole('button', { name: 'Wait until something is true' }));
    await user.click(await word('something is true'));
    const onlyIf = await dialog('Only if what is true?');
    await user.click(onlyIf.getByRole('radio', { name: 'Person' }));
    await user.click(onlyIf.getByRole('button', { name: 'You are away' }));
    await user.click(await screen.findByRole('button', { name: 'away' }));
    const menu = await dialog('Only if what is true?');
    await user.click(menu.getByRole('button', { name: 'Add “or …”' }));
    await user.click(await word('something is true'));
    const second = await dialog('Only if what is true?');
    await user.click(second.getByRole('radio', { name: 'Time' }));
    await user.click(second.getByRole('button', { name: 'It is light' }));
    await user.click(await word('30 minutes'));
    const limit = await dialog('What is done?');
    await user.click(limit.getByRole('radio', { name: 'Continue' }));
    await user.click(limit.getByRole('button', { name: 'Done' }));
    await save(user);
    const waitUntil = {
      kind: 'any' as const,
      any: [
        { kind: 'person' as const, person: 'is-not-at', place: 'home' },
        { kind: 'sun' as const, sun: 'up' },
      ],
    };
    await expect
      .poll(() => platform.bodies('automations.replace'))
      .toMatchObject([
        { then: [...definition.then, { kind: 'wait-until', waitUntil, atMost: 'PT30M', else: 'go-on' }] },
      ]);
  });

  it('does a step for some triggers only', async () => {
    const two: AutomationDefinition = {
      ...definition,
      when: [...definition.when, { kind: 'time', id: 't2', time: { at: '06:30' } }],
    };
    const { user, platform } = await openOne({ automations: { get: { ...stored, definition: two } } });
    await user.click(await word('3 minutes'));
    const menu = await dialog('What is done?');
    await user.click(menu.getByRole('button', { name: 'Only for one trigger' }));
    const [trigger] = await screen.findAllByRole('button', { name: /“when Hall motion detects motion”/ });
    expect(document.activeElement).toBe(trigger);
    await user.click(trigger as HTMLElement);
    const panel = await dialog('What is done?');
    await user.click(panel.getByRole('checkbox', { name: /6:30/ }));
    await user.click(panel.getByRole('checkbox', { name: /Hall motion/ }));
    await save(user);
    await expect
      .poll(() => platform.bodies('automations.replace'))
      .toMatchObject([{ then: [{}, { for: ['t2'] }, {}] }]);
  });
});

describe('several people', () => {
  it('chooses several people among those whom the automation names, all of them or one', async () => {
    const people = { kind: 'person' as const, person: 'is-at' as const, place: 'home', who: ['me', 'rui'] };
    const { user, platform } = await openOne({
      automations: { get: { ...stored, definition: { ...definition, onlyIf: { id: 'c1', ...people } } } },
    });
    await user.click(await word('are'));
    const panel = await dialog('Only if what is true?');
    await user.click(panel.getByRole('radio', { name: 'One is enough' }));
    await user.click(panel.getByRole('button', { name: 'Done' }));
    await save(user);
    await expect
      .poll(() => platform.bodies('automations.replace'))
      .toMatchObject([{ onlyIf: { ...people, of: 'any' } }]);
  });
});

describe('the effects of a change', () => {
  it('shows what a change does to last week, and changes which automation has the last word', async () => {
    const other = { ...stored, id: 'night', definition: { ...definition, label: 'Night off' } };
    const also = { path: 'then[0]', automation: 'night', label: 'Night off' } as never;
    const { user, platform } = await openOne({
      automations: {
        list: { elements: [stored, other] },
        check: { ...fine, also_set_by: [also] },
        reorder: {},
      },
      rehearsals: {
        create: ({ body }) => {
          const { then } = (body as { definition: AutomationDefinition }).definition;
          return { ...week, count: then.length === 3 ? 14 : 12 } as never;
        },
      },
    });
    await screen.findByText(/that one has the last word/);
    await screen.findAllByText(/Would have run 14 times last week/);
    platform.reply({ automations: { list: { elements: [other, stored] } } } as HomeReplies);
    await user.click(screen.getByRole('button', { name: 'Change the order' }));
    await screen.findByText(/this one has the last word/);
    expect(platform.bodies('automations.reorder')).toEqual([{ order: ['night', 'hall'] }]);
    (await word('3 minutes')).focus();
    await user.keyboard('{Delete}');
    expect(await screen.findByText('That is 2 runs fewer a week')).toBeTruthy();
  });
});
