import { type Example, LAMP, PERSON } from './example.ts';

const FIELD = `field() { sed -n "s/.*\\"$1\\": *\\"\\([^\\"]*\\)\\".*/\\1/p" | head -1; }`;
const VALUE = `components/${LAMP.component}/properties/${LAMP.property}/value`;

/** Returns commands for any POSIX shell. */
export function curlLines(example: Example): string {
  const { api, clientId, type } = example;
  return [`API='${api}'`, `CLIENT_ID='${clientId}'`, ...bodies[type](example)].join('\n');
}

const secretLine = ({ secret }: Example): string =>
  secret === undefined
    ? `: "\${CLIENT_SECRET:?Set it to the client secret of this application}"`
    : `CLIENT_SECRET='${secret}'`;

const clientToken = (scope: string): string[] => [
  '',
  '# Sign in with the client credentials',
  `TOKEN=$(curl -sS "$API/v3/auth/authorize" -d response_type=client_credentials -d scope=${scope} \\`,
  '  -d "client_id=$CLIENT_ID" -d "client_secret=$CLIENT_SECRET" | field access_token)',
];

const bodies: Readonly<Record<Example['type'], (example: Example) => string[]>> = {
  mobile: () => [
    `EMAIL='${PERSON.email}'`,
    `PASSWORD='${PERSON.password}'`,
    FIELD,
    '',
    '# Sign up a user; a second run answers that the user exists',
    `curl -sS -w '\\n' "$API/v3/legacy/account" -H 'Content-Type: application/json' -d "{`,
    '  \\"appId\\": \\"$CLIENT_ID\\", \\"device\\": \\"android\\", \\"type\\": \\"account\\",',
    `  \\"name\\": \\"${PERSON.name}\\", \\"email\\": \\"$EMAIL\\", \\"password\\": \\"$PASSWORD\\"}"`,
    '',
    '# Sign in',
    'TOKEN=$(curl -sS "$API/v3/auth/authorize" -d response_type=password -d scope=application,user \\',
    '  -d "client_id=$CLIENT_ID" --data-urlencode "username=$EMAIL" \\',
    '  --data-urlencode "password=$PASSWORD" | field access_token)',
    '',
    '# Get the tiles of the home',
    'TILES=$(curl -sS "$API/v3/legacy/users/me/tiles" -H "Authorization: Bearer $TOKEN")',
    `printf '%s\\n' "$TILES"`,
    '',
    '# Once there is a lamp, switch it on',
    `LAMP=$(printf '%s' "$TILES" | field channel)`,
    `[ -z "$LAMP" ] || curl -sS -w '\\n' -X PUT \\`,
    `  "$API/v3/channels/$LAMP/${VALUE}?wait=5" \\`,
    `  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"data": true}'`,
  ],
  manager: (example) => [
    secretLine(example),
    FIELD,
    ...clientToken('manager'),
    '',
    '# Create a channel for a lamp; the same remote_key returns the same channel',
    `CHANNEL=$(curl -sS "$API/v3/managers/self/channels" -H "Authorization: Bearer $TOKEN" \\`,
    `  -H 'Content-Type: application/json' -d '{`,
    `  "channeltemplate_id": "${LAMP.template}",`,
    `  "remote_key": "lamp-1", "name": "Lamp"}' | field id)`,
    '',
    '# Report that the lamp is on, for everyone with access to the channel',
    `curl -sS -w '\\n' -X PUT "$API/v3/channels/$CHANNEL/${VALUE}" \\`,
    `  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"data": true}'`,
  ],
  distributor: (example) => [
    secretLine(example),
    `USER_ID='${example.userId}'`,
    FIELD,
    ...clientToken('distributor'),
    '',
    '# Get a user of an application that it works for, and the tiles of the home',
    `curl -sS -w '\\n' "$API/v3/users/$USER_ID" -H "Authorization: Bearer $TOKEN"`,
    `curl -sS -w '\\n' "$API/v3/legacy/users/$USER_ID/tiles" -H "Authorization: Bearer $TOKEN"`,
  ],
};
