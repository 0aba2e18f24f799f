import type { VersionedTemplate } from '../../devices/templates/index.ts';
import { html } from '../../platform/http/html.ts';
import type { SmallPage } from '../../platform/http/small-page.ts';
import type { MakerForm } from '../makers/index.ts';
import type { PageTexts } from './page-texts.ts';
import type { FailureReason } from './return-from-maker.ts';
import type { Ticket } from './tickets.ts';

type Consent = {
  readonly ticket: Ticket;
  readonly token: string;
  readonly template: VersionedTemplate;
  readonly question: Question;
  readonly pictureUrl: string;
  /** Where the app continues. It finds no device unless the form was submitted. */
  readonly backUrl: string;
};

/** What the page asks: whether a manager may add devices, or what the form of the maker says. */
type Question = ReturnType<MakerForm['render']>;

/** `next` is where the person signs in at the maker. */
export const managersQuestion = (texts: PageTexts, manager: string, next: string | undefined): Question => ({
  title: texts.consentTitle,
  what: texts.consent(manager),
  fields: html``,
  submit: next === undefined ? texts.allow : texts.goOn(new URL(next).host),
  after: '',
});

/** Renders the form on which the person consents. */
export function consentPage(
  texts: PageTexts,
  { ticket, token, template, question, pictureUrl, backUrl }: Consent,
): SmallPage {
  const { title, what, fields, submit, after } = question;
  return {
    language: texts.language,
    title,
    back: { url: backUrl, text: texts.cancel },
    content: html`<p class="soft">${texts.who(ticket.email, ticket.applicationName)}</p>
<div class="device"><img src="${pictureUrl}" alt="" width="72" height="72"><div><b>${template.name}</b>
<span class="soft">${template.vendor} ${template.model}</span></div></div>
<p class="soft">${what}</p>
<form method="post">
<input type="hidden" name="ticket" value="${token}">
${fields}
<button type="submit">${submit}</button>
</form>
${after === '' ? '' : html`<p class="soft">${after}</p>`}`,
  };
}

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

/** Renders the page for a person who did not sign in at the maker, or for whom the maker failed. */
export const failedPage = (texts: PageTexts, reason: FailureReason, url: string): SmallPage => ({
  language: texts.language,
  title: texts[`${reason}Title`],
  content: html`<p>${texts[reason]}</p>
<a class="button" href="${url}">${texts.back}</a>`,
});

/** Renders the page at the end, for a browser that opened no app. */
export const endPage = (texts: PageTexts): SmallPage => ({
  language: texts.language,
  title: texts.endTitle,
  content: html`<p>${texts.end}</p>`,
});
