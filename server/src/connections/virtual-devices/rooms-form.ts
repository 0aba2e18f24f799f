import { type FormFields, textsIn } from '../../platform/http/form-fields.ts';
import { html } from '../../platform/http/html.ts';
import type { MakerForm } from '../makers/index.ts';
import { type Room, type RoomsTexts, roomIds, roomsTexts } from './rooms-texts.ts';

/** Returns the rooms that were chosen, without unknown ones. */
export function roomsIn(fields: FormFields): Room[] {
  const chosen = textsIn(fields, 'room');
  return roomIds.filter((room) => chosen.includes(room));
}

/** Asks in which rooms there is such a device. */
export const roomsForm: MakerForm = {
  isComplete: (fields) => roomsIn(fields).length > 0,
  render(language, isIncomplete) {
    const texts = roomsTexts[language];
    const { title, what, confirm: submit, after } = texts;
    return { title, what, fields: rooms(texts, isIncomplete), submit, after };
  },
};

/** `isEmpty`: the form was submitted without a room. */
function rooms(texts: RoomsTexts, isEmpty: boolean) {
  const problem = isEmpty ? html`<p class="problem" id="problem" role="alert">${texts.none}</p>\n` : '';
  return html`${problem}<fieldset${isEmpty ? html` aria-describedby="problem"` : ''}>
<legend>${texts.question}</legend>
${roomIds.map((room, index) => choice(texts, room, index === 0 && !isEmpty))}
</fieldset>`;
}

const choice = (texts: RoomsTexts, room: Room, isChosen: boolean) =>
  html`<label class="choice"><input type="checkbox" name="room" value="${room}"${isChosen ? html` checked` : ''}>
<span>${texts.rooms[room]}</span></label>
`;
