import type { Audit } from '../../core/audit/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db } from '../../database/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { type FormFields, textsIn } from '../../platform/http/form-fields.ts';
import { html } from '../../platform/http/html.ts';
import { type I18n, i18nIn } from '../../platform/languages/index.ts';
import type { Chosen, Maker, MakerForm } from '../makers/index.ts';
import { countVirtualDevices } from './read-models/virtual-devices-of-user.ts';
import type { VirtualDevices } from './virtual-devices.ts';

/** The rooms in which a virtual device can be. */
const rooms = [
  'living-room',
  'kitchen',
  'bedroom',
  'childrens-room',
  'bathroom',
  'hall',
  'study',
  'garden',
] as const;
type Room = (typeof rooms)[number];

const roomNames = (i18n: I18n): Readonly<Record<Room, string>> => ({
  'living-room': i18n.t('Living room'),
  kitchen: i18n.t('Kitchen'),
  bedroom: i18n.t('Bedroom'),
  'childrens-room': i18n.t('Children’s room'),
  bathroom: i18n.t('Bathroom'),
  hall: i18n.t('Hall'),
  study: i18n.t('Study'),
  garden: i18n.t('Garden'),
});

type Dependencies = {
  db: Db;
  audit: Audit;
  bus: DomainEventBus;
  templates: Templates;
  users: Users;
  virtualDevices: VirtualDevices;
};

/**
 * Maximum number of virtual devices of a home: far more than homes have, but a bound, since the platform
 * simulates each.
 */
const MAX_VIRTUAL_DEVICES = 500;

/** Creates the platform's own maker: it has a device, which it simulates, in every room that the person names. */
export function createVirtualMaker(dependencies: Dependencies): Maker {
  const { templates, users, bus } = dependencies;
  const place = createPlace(dependencies);
  return {
    managerId: undefined,
    form: roomsForm,
    begin: async () => undefined,

    /** Finds devices with names such as `Kitchen · Smart plug`. */
    async finish({ templateId }, _remaining, { fields, language }) {
      const { name } = await templates.findListed(templateId);
      const names = roomNames(i18nIn(language));
      return roomsIn(fields).map((room) => ({
        remoteKey: room,
        name: `${names[room]} · ${name}`.slice(0, 200),
      }));
    },

    /** Adds all of the devices or none. The ids under which they were found become those of the channels. */
    async add(request, chosen) {
      const user = await users.get(request.userId);
      const template = await templates.adopt(request.templateId);
      await place({ user, template }, chosen);
      for (const { id: channelId } of chosen)
        bus.emit('grantCreated', {
          by: channelId,
          channelId,
          role: 'user',
          granteeId: user.id,
          requestingClientId: user.clientId,
          requesters: [],
        });
      return chosen.map(({ id }) => ({ id, channelId: id }));
    },
  };
}

type Place = Pick<Parameters<VirtualDevices['place']>[1], 'user' | 'template'>;

const createPlace =
  ({ db, audit, virtualDevices }: Dependencies) =>
  (placement: Place, chosen: readonly Chosen[]): Promise<void> =>
    db.write(async (tx) => {
      const { id: userId } = placement.user;
      if ((await countVirtualDevices(tx, userId)) + chosen.length > MAX_VIRTUAL_DEVICES)
        throw new ApiError('quota_exceeded', {
          detail: `A home has at most ${MAX_VIRTUAL_DEVICES} virtual devices.`,
        });
      for (const { id: channelId, name } of chosen) {
        await virtualDevices.place(tx, { ...placement, channelId, name }, { faults: [] });
        await audit.record(tx, { action: 'pairing.add', actorId: userId, targetId: channelId });
      }
    });

/** Returns the rooms that were chosen, without unknown ones. */
function roomsIn(fields: FormFields): Room[] {
  const chosen = textsIn(fields, 'room');
  return rooms.filter((room) => chosen.includes(room));
}

/** Asks in which rooms there is such a device. */
const roomsForm: MakerForm = {
  isComplete: (fields) => roomsIn(fields).length > 0,
  render(language, isIncomplete) {
    const i18n = i18nIn(language);
    return {
      title: i18n.t('Add a virtual device'),
      what: i18n.t('This is a simulated device. It behaves like a real one but controls nothing.'),
      fields: choices(i18n, isIncomplete),
      submit: i18n.t('Add to the list'),
      after: i18n.t('The app then shows what was found, and you choose.'),
    };
  },
};

/** Returns the choices. `isEmpty`: the form was submitted without a room. */
function choices(i18n: I18n, isEmpty: boolean) {
  const names = roomNames(i18n);
  const problem = isEmpty
    ? html`<p class="problem" id="problem" role="alert">${i18n.t('Choose at least one room.')}</p>\n`
    : '';
  return html`${problem}<fieldset${isEmpty ? html` aria-describedby="problem"` : ''}>
<legend>${i18n.t('Which rooms have one?')}</legend>
${rooms.map((room, index) => choice(room, names[room], index === 0 && !isEmpty))}
</fieldset>`;
}

const choice = (room: Room, name: string, isChosen: boolean) =>
  html`<label class="choice"><input type="checkbox" name="room" value="${room}"${isChosen ? html` checked` : ''}>
<span>${name}</span></label>
`;
