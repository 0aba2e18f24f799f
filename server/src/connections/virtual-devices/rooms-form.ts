import { type FormFields, textsIn } from '../../platform/http/form-fields.ts';
import { html } from '../../platform/http/html.ts';
import { type I18n, i18nIn } from '../../platform/languages/index.ts';
import type { MakerForm } from '../makers/index.ts';
import { type Room, roomNames, rooms } from './rooms.ts';

/** Returns the rooms that were chosen, without unknown ones. */
export function roomsIn(fields: FormFields): Room[] {
  const chosen = textsIn(fields, 'room');
  return rooms.filter((room) => chosen.includes(room));
}

/** Asks in which rooms there is such a device. */
export const roomsForm: MakerForm = {
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
