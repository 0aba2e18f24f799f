export { registerUploadedFiles, uploadHandlers } from './uploads-routes.ts';
