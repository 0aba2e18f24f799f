import type { AsyncApiDocument, AsyncApiMessage, AsyncApiOperation } from '@azulejo/contract';
import { docsHeader } from './docs-header.ts';
import { type Html, html, paragraphs, prose } from './html.ts';
import { htmlPage } from './html-page.ts';
import { STYLES } from './live-page-styles.ts';

/** Renders the document as a page for people: plain HTML with internal links that works without script. */
export function renderLivePage(document: AsyncApiDocument): string {
  const { info } = document;
  return htmlPage({
    language: 'en',
    title: info.title,
    styles: STYLES,
    body: html`${docsHeader('/docs/live')}
<main>
<h1>${info.title} <small class="soft">${info.version}</small></h1>
${navigation(document)}
${paragraphs(info.description)}
${servers(document)}
${info.tags.map((role) => roleSection(document, role))}
${topics(document)}
${messages(document)}
</main>
<footer><p class="soft">Made from <a href="/asyncapi.json">asyncapi.json</a> (AsyncAPI ${document.asyncapi}).</p></footer>`,
  });
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** Renders a topic that may wrap after each slash. */
const topic = (address: string): Html =>
  html`<code>${address.split('/').map((level, index) => (index > 0 ? html`/<wbr>${level}` : level))}</code>`;
const nameIn = (reference: { $ref: string }) => reference.$ref.split('/').at(-1) ?? '';

function navigation({ info }: AsyncApiDocument): Html {
  const roles = info.tags.map(({ name }) => html`<li><a href="#${name}">${capitalized(name)}</a></li>`);
  return html`<nav class="contents" aria-label="Contents"><ul>
<li><a href="#servers">Servers</a></li>
${roles}
<li><a href="#topics">Topics</a></li>
<li><a href="#messages">Messages</a></li>
</ul></nav>`;
}

function servers(document: AsyncApiDocument): Html {
  const rows = Object.values(document.servers).map(
    ({ protocol, host, pathname = '', description }) =>
      html`<dt><code>${protocol}://${host}${pathname}</code></dt><dd>${prose(description)}</dd>\n`,
  );
  const { description } = document.components.securitySchemes.accessToken;
  return html`<h2 id="servers">Servers</h2>\n<dl>${rows}</dl>\n<p>${prose(description)}</p>`;
}

function roleSection(
  document: AsyncApiDocument,
  { name, description }: AsyncApiDocument['info']['tags'][number],
): Html {
  const own = Object.entries(document.operations).filter(([, { tags }]) =>
    tags.some((tag) => tag.name === name),
  );
  return html`<h2 id="${name}">${capitalized(name)}</h2>
<p>${prose(description)}</p>
${own.map(([id, operation]) => operationSection(document, id, operation))}`;
}

function operationSection(document: AsyncApiDocument, id: string, operation: AsyncApiOperation): Html {
  const { action, title, summary, channel, messages: references, reply } = operation;
  const answer = reply
    ? html`<dt>Answered by</dt><dd>${messageLinks(document, reply.messages)} on ${topicLink(document, reply.channel)}</dd>`
    : '';
  return html`<h3 id="${id}">${title} <span class="${action}">${action}</span></h3>
<p>${prose(summary)}</p>
<dl>
<dt>Topic</dt><dd>${topicLink(document, channel)}</dd>
<dt>Message</dt><dd>${messageLinks(document, references)}</dd>
${answer}
</dl>
`;
}

function topicLink(document: AsyncApiDocument, reference: { $ref: string }): Html {
  const name = nameIn(reference) as keyof AsyncApiDocument['channels'];
  return html`<a href="#topic-${name}">${topic(document.channels[name].address)}</a>`;
}

function messageLinks(document: AsyncApiDocument, references: readonly { $ref: string }[]): Html {
  const links = references.map((reference, index) => {
    const name = nameIn(reference) as keyof AsyncApiDocument['components']['messages'];
    const { title } = document.components.messages[name];
    return html`${index > 0 ? ', ' : ''}<a href="#message-${name}">${title}</a>`;
  });
  return html`${links}`;
}

function topics(document: AsyncApiDocument): Html {
  const sections = Object.entries(document.channels).map(
    ([name, { address, title, summary, parameters }]) => {
      const rows = Object.entries(parameters).map(
        ([parameter, { description }]) =>
          html`<dt><code>${parameter}</code></dt><dd>${prose(description)}</dd>`,
      );
      return html`<h3 id="topic-${name}">${title}</h3>
<pre>${topic(address)}</pre>
<p>${prose(summary)}</p>
<dl>${rows}</dl>
`;
    },
  );
  return html`<h2 id="topics">Topics</h2>\n${sections}`;
}

function messages(document: AsyncApiDocument): Html {
  const sections = Object.values(document.components.messages).map(messageSection);
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => {
    const members = Object.entries((schema['properties'] ?? {}) as Record<string, Record<string, unknown>>);
    if (members.length === 0) return '';
    const rows = members.map(
      ([member, { description }]) =>
        html`<dt><code>${member}</code></dt><dd>${prose(typeof description === 'string' ? description : '')}</dd>`,
    );
    return html`<h3 id="schema-${name}">Members of ${name}</h3>\n<dl>${rows}</dl>\n`;
  });
  return html`<h2 id="messages">Messages</h2>\n${sections}\n${schemas}`;
}

function messageSection({ name, title, summary, payload, examples }: AsyncApiMessage): Html {
  const [base] = payload['allOf'] as [{ $ref: string }];
  const shown = examples.map(
    (example) => html`<p class="soft">${example.summary}:</p>
<pre><code>${JSON.stringify(example.payload, null, 2)}</code></pre>
`,
  );
  return html`<h3 id="message-${name}">${title}</h3>
<p>${prose(summary)} Members: <a href="#schema-${nameIn(base)}">${nameIn(base)}</a>.</p>
${shown}`;
}
