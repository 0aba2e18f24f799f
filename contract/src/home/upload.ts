import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty } from '../text.ts';

export const UploadResult = Type.Object(
  {
    url: Type.String({ format: 'uri', description: 'Absolute URL; what it serves never changes.' }),
    type: Type.Union([Type.Literal('image/png'), Type.Literal('image/jpeg')], {
      description: 'Content type of the stored picture.',
    }),
    width: Type.Integer({ description: 'Pixels.' }),
    height: Type.Integer({ description: 'Pixels.' }),
    bytes: Type.Integer({ description: 'Size of the stored picture.' }),
  },
  { title: 'UploadResult' },
);
export type UploadResult = Static<typeof UploadResult>;

export const uploads = {
  create: operation({
    id: 'uploads.create',
    summary: 'Upload an image',
    description:
      'The body is a PNG, JPEG or WebP of at most 5 MB. It is decoded and re-encoded as PNG or JPEG, which removes any other data in the file.',
    spec: '2.2',
    origin: 'uploader',
    access: 'any-token',
    needs: 'arrange',
    bindings: [{ method: 'POST', path: '/v3/uploads', input: 'image' }],
    params: Empty,
    input: Empty,
    reply: UploadResult,
    status: 201,
    errors: ['invalid_image', 'body_too_large', 'quota_exceeded', 'unsupported_media_type'],
    example: {
      input: {},
      reply: {
        url: 'http://127.0.0.1:8480/uploads/4f1b0c8f2d.png',
        type: 'image/png',
        width: 512,
        height: 512,
        bytes: 20480,
      },
    },
  }),
};
