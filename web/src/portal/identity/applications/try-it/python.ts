import { type Example, LAMP, PERSON } from './example.ts';

const VALUE = `components/${LAMP.component}/properties/${LAMP.property}/value`;

/** Returns a script for plain Python 3, without packages. */
export function pythonLines(example: Example): string {
  const { api, clientId, type } = example;
  const needsSecret = type !== 'mobile';
  return [
    'import json',
    ...(needsSecret && example.secret === undefined ? ['import os'] : []),
    'from urllib.error import HTTPError',
    'from urllib.request import Request, urlopen',
    '',
    `API = '${api}'`,
    `CLIENT_ID = '${clientId}'`,
    ...(needsSecret ? [`CLIENT_SECRET = ${secretOf(example)}`] : []),
    '',
    '',
    'def call(method, path, body=None, token=None):',
    `    headers = {'Content-Type': 'application/json'}`,
    '    if token:',
    `        headers['Authorization'] = f'Bearer {token}'`,
    '    data = None if body is None else json.dumps(body).encode()',
    '    try:',
    '        with urlopen(Request(API + path, data, headers, method=method)) as answer:',
    '            return json.load(answer)',
    '    except HTTPError as error:',
    `        raise SystemExit(f'{path}: {error.read().decode()}') from error`,
    '',
    '',
    ...bodies[type](example),
  ].join('\n');
}

const secretOf = ({ secret }: Example): string =>
  secret === undefined ? `os.environ['CLIENT_SECRET']` : `'${secret}'`;

const clientToken = (scope: string): string[] => [
  '# Sign in with the client credentials',
  `token = call('POST', '/v3/auth/authorize', {`,
  `    'response_type': 'client_credentials', 'scope': '${scope}',`,
  `    'client_id': CLIENT_ID, 'client_secret': CLIENT_SECRET})['access_token']`,
  '',
];

const bodies: Readonly<Record<Example['type'], (example: Example) => string[]>> = {
  mobile: () => [
    `EMAIL, PASSWORD = '${PERSON.email}', '${PERSON.password}'`,
    '',
    '# Sign up a user; in a second run the user exists',
    'try:',
    `    call('POST', '/v3/legacy/account', {`,
    `        'appId': CLIENT_ID, 'device': 'android', 'type': 'account',`,
    `        'name': '${PERSON.name}', 'email': EMAIL, 'password': PASSWORD})`,
    'except SystemExit as refusal:',
    '    print(refusal)',
    '',
    '# Sign in',
    `token = call('POST', '/v3/auth/authorize', {`,
    `    'response_type': 'password', 'scope': 'application,user',`,
    `    'client_id': CLIENT_ID, 'username': EMAIL, 'password': PASSWORD})['access_token']`,
    '',
    '# Get the tiles of the home; once there is a lamp, switch it on',
    `for tile in call('GET', '/v3/legacy/users/me/tiles', token=token)['tiles']:`,
    `    print('Tile:', tile['label'])`,
    `    path = f'/v3/channels/{tile["channel"]}/${VALUE}?wait=5'`,
    `    print('Switched on:', call('PUT', path, {'data': True}, token)['state'])`,
  ],
  manager: () => [
    ...clientToken('manager'),
    '# Create a channel for a lamp; the same remote_key returns the same channel',
    `channel = call('POST', '/v3/managers/self/channels', {`,
    `    'channeltemplate_id': '${LAMP.template}',`,
    `    'remote_key': 'lamp-1', 'name': 'Lamp'}, token)['id']`,
    '',
    '# Report that the lamp is on, for everyone with access to the channel',
    `path = f'/v3/channels/{channel}/${VALUE}'`,
    `print('Reported:', call('PUT', path, {'data': True}, token)['state'])`,
  ],
  distributor: (example) => [
    ...clientToken('distributor'),
    '# Get a user of an application that it works for, and the tiles of the home',
    `user_id = '${example.userId}'`,
    `print(call('GET', f'/v3/users/{user_id}', token=token)['name'])`,
    `for tile in call('GET', f'/v3/legacy/users/{user_id}/tiles', token=token)['tiles']:`,
    `    print('Tile:', tile['label'])`,
  ],
};
