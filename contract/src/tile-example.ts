import type { Tile } from './tile.ts';

export const exampleTile: Tile = {
  _id: '/v3/legacy/tiles/6f0f4c1a-9f59-4f3b-8f3e-2d6a2a2b9c11',
  _rev: '2-d751713988987e9331980363e24189ce',
  actions: [
    {
      componentType: 'light-bulb',
      options: { icon: 'on_off', mappings: { off: false, on: true }, outputPath: '$' },
      property: 'status',
      type: 'tri-state',
    },
  ],
  channel: '2b1f3d0c-7a41-4f0e-9d0b-5f3c1c7e6a10',
  channelInfo: {
    backgroundPhotoUrl: 'https://home.example.org/images/background.png',
    id: '2b1f3d0c-7a41-4f0e-9d0b-5f3c1c7e6a10',
    photoUrl: 'https://home.example.org/images/white-light.png',
    profileId: '25f85b52-885c-5108-a9d2-c7fce0ad00ca',
    remoteId: '2b1f3d0c-7a41-4f0e-9d0b-5f3c1c7e6a10',
  },
  components: [{ id: 'light-bulb', type: 'light-bulb' }],
  groups: ['0d9f5a0e-7a55-4b53-9a3a-5c2f2f0b8a11'],
  href: '/v3/legacy/tiles/6f0f4c1a-9f59-4f3b-8f3e-2d6a2a2b9c11',
  id: '6f0f4c1a-9f59-4f3b-8f3e-2d6a2a2b9c11',
  information: [],
  isGroupable: true,
  kind: 'device',
  label: 'Reading lamp',
  overlayUrl: '',
  photoUrl: 'https://home.example.org/images/white-light-tile.png',
  photoUrlAlt: 'https://home.example.org/images/white-light.png',
  profile: '25f85b52-885c-5108-a9d2-c7fce0ad00ca',
  user: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
};
