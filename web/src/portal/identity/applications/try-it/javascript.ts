import { type Example, LAMP, PERSON } from './example.ts';

/** Returns a module for Node, with the SDK. */
export function javascriptLines(example: Example): string {
  return bodies[example.type](example).join('\n');
}

const secretOf = ({ secret }: Example): string =>
  secret === undefined ? 'process.env.CLIENT_SECRET' : `'${secret}'`;

const head = ({ api, clientId }: Example): string[] => [
  `const url = '${api}';`,
  `const clientId = '${clientId}';`,
];

const signedIn = (example: Example, scope: string): string[] => [
  ...head(example),
  `const client = createClient({ url, clientId, clientSecret: ${secretOf(example)} });`,
  `await client.signIn.clientCredentials({ scope: '${scope}' });`,
];

const bodies: Readonly<Record<Example['type'], (example: Example) => string[]>> = {
  mobile: (example) => [
    `import { createClient, renderTile } from '@azulejo/sdk';`,
    '',
    ...head(example),
    `const [email, password] = ['${PERSON.email}', '${PERSON.password}'];`,
    'const client = createClient({ url, clientId });',
    '',
    '// Sign up a user; in a second run the user exists and signs in',
    'try {',
    `  await client.signUp({ name: '${PERSON.name}', email, password });`,
    '} catch (error) {',
    '  if (error.status !== 409) throw error;',
    '  await client.signIn.password({ username: email, password });',
    '}',
    `console.log('Signed in:', (await client.users.get({ user_id: 'me' })).name);`,
    '',
    '// Get the tiles of the home, and switch on what has a switch',
    'const [{ tiles }, { channels }] = await Promise.all([',
    `  client.tiles.list({ user_id: 'me' }),`,
    `  client.channels.list({ user_id: 'me' }),`,
    ']);',
    'for (const tile of tiles) {',
    '  const channel = channels.find(({ id }) => id === tile.channel);',
    '  if (!channel) continue;',
    `  const { label, toggle } = renderTile(tile, channel, new Map(), { units: 'metric' });`,
    `  console.log('Tile:', label);`,
    '  if (!toggle) continue;',
    '  const { component, property, on } = toggle.write;',
    '  const address = { channel_id: channel.id, component_id: component, property_id: property };',
    '  const { state } = await client.values.put({ ...address, data: on, wait: 5 });',
    `  console.log('Switched on:', state);`,
    '}',
  ],
  manager: (example) => [
    `import { createClient } from '@azulejo/sdk';`,
    '',
    ...signedIn(example, 'manager'),
    '',
    '// Create a channel for a lamp; the same remote_key returns the same channel',
    'const { id: channel } = await client.devices.createChannel({',
    `  channeltemplate_id: '${LAMP.template}',`,
    `  remote_key: 'lamp-1',`,
    `  name: 'Lamp',`,
    '});',
    '',
    '// Connect over MQTT; without a public certificate the platform uses its own certificate authority',
    "const authority = await fetch(new URL('/ca.pem', url));",
    'const live = await client.live.connect(authority.ok ? { ca: await authority.text() } : {});',
    '',
    '// Report that the lamp is on, for everyone with access to the channel',
    `await live.report({ channel, component: '${LAMP.component}', property: '${LAMP.property}' }, true);`,
    `console.log('Reported on channel', channel);`,
    'await live.close();',
  ],
  distributor: (example) => [
    `import { createClient } from '@azulejo/sdk';`,
    '',
    ...signedIn(example, 'distributor'),
    '',
    '// Get a user of an application that it works for, and the tiles of the home',
    `const user_id = '${example.userId}';`,
    'const user = await client.users.get({ user_id });',
    'const { tiles } = await client.tiles.list({ user_id });',
    'console.log(user.name, tiles.map(({ label }) => label));',
  ],
};
