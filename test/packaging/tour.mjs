// A program as a user of the packages may write it: plain JavaScript with installed package names.
import { createClient, renderTile } from '@azulejo/sdk';

const [url, clientId, username, password] = process.argv.slice(2);
const client = createClient({ url, clientId });
await client.signIn.password({ username, password });
const { tiles } = await client.tiles.list({ user_id: 'me' });
const { channels } = await client.channels.list({ user_id: 'me' });
const faces = tiles.map((tile) => {
  const channel = channels.find(({ id }) => id === tile.channel);
  return renderTile(tile, channel, new Map()).label;
});
const { version } = await client.units.table();
const schema = await client.schemas.get({ schema_name: channels[0].properties[0].schema.split('/').at(-1) });
const photo = await fetch(tiles[0].photoUrl);
const upload = await client.uploads.create(await photo.blob());
await client.signOut();
process.stdout.write(JSON.stringify({ faces, channels: channels.length, version, schema, upload }));
