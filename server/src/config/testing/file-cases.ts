import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Case, folder } from './setting-kinds.ts';

const credentials = { AWS_ACCESS_KEY_ID: 'AKIA1', AWS_SECRET_ACCESS_KEY: 'secret' };
const bucket = {
  endpoint: 'https://s3.us-east-1.amazonaws.com',
  region: 'us-east-1',
  bucket: 'pictures',
  prefix: '',
  accessKeyId: 'AKIA1',
  secretAccessKey: 'secret',
};
const FILES_URL = 's3://pictures';

/** Where pictures are stored. */
export const fileCases: Record<string, Case> = {
  FILES_URL: {
    of: (config) => config.files,
    default: { folder: resolve('data/uploads') },
    good: {
      [pathToFileURL(join(folder, 'shared')).href]: { folder: join(folder, 'shared') },
      's3://pictures': { bucket },
      's3://pictures/a/home/?region=eu-west-1': {
        bucket: {
          ...bucket,
          endpoint: 'https://s3.eu-west-1.amazonaws.com',
          region: 'eu-west-1',
          prefix: 'a/home/',
        },
      },
      's3://pictures?endpoint=http://127.0.0.1:9000': {
        bucket: { ...bucket, endpoint: 'http://127.0.0.1:9000' },
      },
    },
    bad: [
      './uploads',
      'file://host/uploads',
      'https://s3.example.com/pictures',
      's3://',
      's3://key:secret@pictures',
      's3://pictures/ä',
      's3://pictures?endpoint=s3.example.com',
      's3://pictures?endpoint=https://key:secret@s3.example.com',
      's3://pictures?style=path',
    ],
    others: credentials,
  },
  AWS_ACCESS_KEY_ID: {
    of: ({ files }) => ('bucket' in files ? files.bucket.accessKeyId : undefined),
    default: undefined,
    good: { AKIA2: 'AKIA2' },
    bad: [],
    others: { FILES_URL, AWS_SECRET_ACCESS_KEY: 'secret' },
  },
  AWS_SECRET_ACCESS_KEY: {
    of: ({ files }) => ('bucket' in files ? files.bucket.secretAccessKey : undefined),
    default: undefined,
    good: { 'a/b+c': 'a/b+c' },
    bad: [],
    others: { FILES_URL, AWS_ACCESS_KEY_ID: 'AKIA1' },
  },
  AWS_SESSION_TOKEN: {
    of: ({ files }) => ('bucket' in files ? files.bucket.sessionToken : undefined),
    default: undefined,
    good: { FwoG: 'FwoG' },
    bad: [],
    others: { FILES_URL, ...credentials },
  },
};
