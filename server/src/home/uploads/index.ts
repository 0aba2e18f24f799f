export { storeImage } from './store-image.ts';
export { createUploads, type Uploads } from './uploads.ts';
export { registerUploadedFiles, uploadHandlers } from './uploads-routes.ts';
