// @ts-check
import { createClient, renderTile, valueKey } from '@azulejo/sdk';

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const state = element('state');

element('sign-in').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const {
    url = '',
    clientId = '',
    username = '',
    password = '',
  } = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  try {
    const client = createClient({ url, clientId });
    await client.signIn.password({ username, password });
    form.remove();
    await show(client);
  } catch (error) {
    state.textContent = error instanceof Error ? error.message : String(error);
  }
});

/** @param {import('@azulejo/sdk').Client} client */
async function show(client) {
  const home = await client.readHome();
  const values = new Map(home.map((each) => [each.channel.id, new Map(each.values)]));
  const live = await client.live.connect();
  state.textContent = live.state;
  live.on('state', (next) => {
    state.textContent = next;
  });

  /** @param {import('@azulejo/sdk').HomeTile} each */
  const draw = ({ tile, channel }) => {
    const { label, slots, toggle } = renderTile(tile, channel, values.get(channel.id) ?? new Map());
    const item =
      document.getElementById(tile.id) ?? element('home').appendChild(document.createElement('li'));
    item.id = tile.id;
    item.replaceChildren(text('strong', label));
    for (const slot of slots) item.append(text('b', `${slot.text} ${slot.unit}`), text('span', slot.label));
    if (toggle) item.append(button(tile.channel, toggle));
  };

  /**
   * @param {string} channel
   * @param {import('@azulejo/sdk').Toggle} toggle
   */
  const button = (channel, { label, state: isNow, write }) => {
    const made = text('button', `${label}: ${isNow}`);
    made.addEventListener('click', () => {
      const { component, property } = write;
      const data = isNow === 'on' ? write.off : write.on;
      live.write({ channel, component, property }, data).catch((error) => {
        state.textContent = error.message;
      });
    });
    return made;
  };

  for (const each of home) draw(each);
  for await (const { channel, component, property, data } of live.changes({ initial: true })) {
    values.get(channel)?.set(valueKey(component, property), data);
    for (const each of home) if (each.channel.id === channel) draw(each);
  }
}

/**
 * @param {string} name
 * @param {string} content
 */
function text(name, content) {
  const made = document.createElement(name);
  made.textContent = content;
  return made;
}
