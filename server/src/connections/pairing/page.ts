import type { VersionedTemplate } from '../../devices/templates/index.ts';
import { type Html, html } from '../../platform/http/html.ts';
import type { StandalonePage } from '../../platform/http/standalone-page.ts';
import type { I18n } from '../../platform/languages/index.ts';
import type { MakerForm } from '../makers/index.ts';
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

/** The question of the page: whether a manager may add devices, or the fields of the maker's form. */
type Question = ReturnType<MakerForm['render']>;

const backLink = (i18n: I18n, url: string): Html =>
  html`<a class="button" href="${url}">${i18n.t('Back to the app')}</a>`;

type ManagerConsent = {
  /** The name of the manager. */
  readonly maker: string;
  /** Whether it only adds the devices that the person chooses. */
  readonly isAsked: boolean;
  /** Where the person signs in at the maker. */
  readonly next: string | undefined;
};

/** Returns the question of a manager. */
export const managersQuestion = (i18n: I18n, { maker, isAsked, next }: ManagerConsent): Question => ({
  title: i18n.t('Add a device'),
  what: isAsked
    ? i18n.t(
        '{maker} makes these devices. If you allow it, you sign in at {maker}, and then choose which of yours to add to this home.',
        { maker },
      )
    : i18n.t(
        '{maker} makes these devices. If you allow it, {maker} can add yours to this home within the next ten minutes.',
        { maker },
      ),
  fields: html``,
  submit: next === undefined ? i18n.t('Allow') : i18n.t('Continue to {host}', { host: new URL(next).host }),
  after: '',
});

/** Renders the form on which the person consents. */
export function consentPage(
  i18n: I18n,
  { ticket, token, template, question, pictureUrl, backUrl }: Consent,
): StandalonePage {
  const { title, what, fields, submit, after } = question;
  const home = { email: ticket.email, application: ticket.applicationName };
  return {
    language: i18n.language,
    title,
    back: { url: backUrl, text: i18n.t('Back to the app without adding') },
    content: html`<p class="soft">${i18n.t('To the home of {email}, in {application}.', home)}</p>
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
export const donePage = (i18n: I18n, url: string): StandalonePage => ({
  language: i18n.language,
  title: i18n.t('You have already answered'),
  content: html`<p>${i18n.t('Go back to the app to see which devices were found.')}</p>
${backLink(i18n, url)}`,
});

export const gonePage = (i18n: I18n): StandalonePage => ({
  language: i18n.language,
  title: i18n.t('This page has expired'),
  content: html`<p>${i18n.t(
    'It works for a few minutes, once, and only in the browser that opened it. Go back to the app and start again.',
  )}</p>`,
});

function failureTexts(i18n: I18n, reason: FailureReason): { readonly title: string; readonly text: string } {
  switch (reason) {
    case 'refused':
      return {
        title: i18n.t('You did not sign in'),
        text: i18n.t(
          'Nothing was added. To add your devices, sign in at their maker: go back to the app and try again.',
        ),
      };
    case 'failed':
      return {
        title: i18n.t('Something went wrong at the maker'),
        text: i18n.t('Nothing was added. Go back to the app and try again later.'),
      };
    case 'late':
      return {
        title: i18n.t('The maker did not answer in time'),
        text: i18n.t('Nothing was added. Go back to the app and try again in a few minutes.'),
      };
  }
}

/** Renders the page for a person who did not sign in at the maker, or for whom the maker failed. */
export function failedPage(i18n: I18n, reason: FailureReason, url: string): StandalonePage {
  const { title, text } = failureTexts(i18n, reason);
  return { language: i18n.language, title, content: html`<p>${text}</p>\n${backLink(i18n, url)}` };
}

/** Renders the page at the end, for a browser that opened no app. */
export const endPage = (i18n: I18n): StandalonePage => ({
  language: i18n.language,
  title: i18n.t('You can go back to the app'),
  content: html`<p>${i18n.t('It shows which devices were found.')}</p>`,
});
