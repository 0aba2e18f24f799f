import type { VersionedTemplate } from '../../devices/templates/index.ts';
import { html } from '../../platform/http/html.ts';
import type { SmallPage } from '../../platform/http/small-page.ts';
import { type PageTexts, type Room, roomIds } from './page-texts.ts';
import type { Ticket } from './tickets.ts';

type Form = {
  readonly ticket: Ticket;
  readonly token: string;
  readonly template: VersionedTemplate;
  /** The name of the devices' maker; undefined when the platform simulates them. */
  readonly maker: string | undefined;
  readonly pictureUrl: string;
  /** Where the app continues. It finds no device unless the form was submitted. */
  readonly backUrl: string;
  /** Whether the form was submitted without a room. */
  readonly isEmpty: boolean;
};

/**
 * Renders the form, which asks in which rooms there is such a device; the chosen ones are then found. If a
 * manager makes the devices, it asks whether that manager may add them.
 */
export function formPage(
  texts: PageTexts,
  { ticket, token, template, maker, pictureUrl, backUrl, isEmpty }: Form,
): SmallPage {
  return {
    language: texts.language,
    title: maker === undefined ? texts.title : texts.consentTitle,
    back: { url: backUrl, text: texts.cancel },
    content: html`<p class="soft">${texts.who(ticket.email, ticket.applicationName)}</p>
<div class="device"><img src="${pictureUrl}" alt="" width="72" height="72"><div><b>${template.name}</b>
<span class="soft">${template.vendor} ${template.model}</span></div></div>
<p class="soft">${maker === undefined ? texts.what : texts.consent(maker)}</p>
<form method="post">
<input type="hidden" name="ticket" value="${token}">
${maker === undefined ? rooms(texts, isEmpty) : ''}
<button type="submit">${maker === undefined ? texts.confirm : texts.allow}</button>
</form>
${maker === undefined ? html`<p class="soft">${texts.after}</p>` : ''}`,
  };
}

/** `isEmpty`: the form was submitted without a room. */
function rooms(texts: PageTexts, isEmpty: boolean) {
  const problem = isEmpty ? html`<p class="problem" id="problem" role="alert">${texts.none}</p>\n` : '';
  return html`${problem}<fieldset${isEmpty ? html` aria-describedby="problem"` : ''}>
<legend>${texts.question}</legend>
${roomIds.map((room, index) => choice(texts, room, index === 0 && !isEmpty))}
</fieldset>`;
}

const choice = (texts: PageTexts, room: Room, isChosen: boolean) =>
  html`<label class="choice"><input type="checkbox" name="room" value="${room}"${isChosen ? html` checked` : ''}>
<span>${texts.rooms[room]}</span></label>
`;

/** Renders the page for a ticket that was used already. */
export const donePage = (texts: PageTexts, url: string): SmallPage => ({
  language: texts.language,
  title: texts.doneTitle,
  content: html`<p>${texts.done}</p>
<a class="button" href="${url}">${texts.back}</a>`,
});

export const gonePage = (texts: PageTexts): SmallPage => ({
  language: texts.language,
  title: texts.goneTitle,
  content: html`<p>${texts.gone}</p>`,
});

/** Renders the page at the end, for a browser that opened no app. */
export const endPage = (texts: PageTexts): SmallPage => ({
  language: texts.language,
  title: texts.endTitle,
  content: html`<p>${texts.end}</p>`,
});
