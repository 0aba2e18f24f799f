import { Type } from 'typebox';
import { exampleTemplateFile } from '../../devices/template-file.ts';
import { UploadResult } from '../../home/upload.ts';
import { MAX_TEMPLATE_BYTES } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { Empty, Id } from '../../text.ts';
import {
  exampleDocument,
  exampleListed,
  examplePlan,
  exampleVersion,
  exampleVocabulary,
} from './template-examples.ts';
import {
  CompletedTemplate,
  ListedTemplate,
  TemplateCheck,
  TemplateDocument,
  TemplateMovePlan,
  TemplateVersion,
  TemplateVocabulary,
} from './template-records.ts';

const all = '/portal/api/templates';
const one = `${all}/{template_id}` as const;
const template_id = Id('Template id.');
const version = (description: string) => Type.Integer({ minimum: 1, description });
const fromVersion = version('The version that the channels have.');
/** Accepts any JSON, so that the check can report errors for each member. */
const template = Type.Unknown({ description: 'A channel template.' });
/** Leaves room for the members next to the template. */
const bodyLimit = MAX_TEMPLATE_BYTES + 1024;

export const portalTemplates = {
  list: operation({
    id: 'portal.templates.list',
    summary: 'List templates',
    description:
      'Each with its newest version and its number of channels, sorted by vendor and model. A template of the catalogue that is not stored yet has `created` null.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: all, input: 'query' }],
    params: Empty,
    input: Empty,
    reply: Type.Object({
      templates: Type.Array(ListedTemplate, { description: 'The newest version of each template.' }),
    }),
    list: { items: 'templates' },
    status: 200,
    errors: [],
    example: { input: {}, reply: { templates: [exampleListed] } },
  }),
  vocabulary: operation({
    id: 'portal.templates.vocabulary',
    summary: 'List the values that a template can use',
    description: 'Schemas, units, pictures, and the allowed values of enumerations.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: `${all}/vocabulary`, input: 'query' }],
    params: Empty,
    input: Empty,
    reply: TemplateVocabulary,
    status: 200,
    errors: [],
    example: { input: {}, reply: exampleVocabulary },
  }),
  check: operation({
    id: 'portal.templates.check',
    summary: 'Check a template',
    description: 'Returns errors and warnings. Stores nothing.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: `${all}/check`, input: 'json' }],
    params: Empty,
    input: Type.Object({ template }),
    bodyLimit,
    reply: TemplateCheck,
    status: 200,
    errors: ['malformed_body', 'body_too_large'],
    example: {
      input: { template: exampleDocument.template },
      reply: { errors: [{ field: 'properties.2.schema', reason: 'is not a known schema' }], warnings: [] },
    },
  }),
  complete: operation({
    id: 'portal.templates.complete',
    summary: 'Complete a short template',
    description:
      'Fills in what follows from the rest, as `azulejo template import` does. Existing members stay unchanged. Neither checks nor stores the result.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: `${all}/complete`, input: 'json' }],
    params: Empty,
    input: Type.Object({ template }),
    bodyLimit,
    reply: CompletedTemplate,
    status: 200,
    errors: ['malformed_body', 'body_too_large'],
    example: {
      input: { template: exampleTemplateFile },
      reply: { template: exampleDocument.template, completed: ['id', 'tiles', 'properties.0.id'] },
    },
  }),
  get: operation({
    id: 'portal.templates.get',
    summary: 'Read a template',
    description: 'The newest version by default.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: one, input: 'query' }],
    params: Type.Object({ template_id }),
    input: Type.Object({ version: Type.Optional(version('Number of the version.')) }),
    reply: TemplateDocument,
    status: 200,
    errors: ['not_found'],
    example: { input: {}, reply: exampleDocument },
  }),
  create: operation({
    id: 'portal.templates.create',
    summary: 'Store a new template',
    description: 'Stores its first version. Fails if a template with this id exists.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: all, input: 'json' }],
    params: Empty,
    input: Type.Object({ template }),
    bodyLimit,
    reply: TemplateDocument,
    status: 201,
    errors: ['malformed_body', 'body_too_large', 'already_there'],
    example: { input: { template: exampleDocument.template }, reply: exampleDocument },
  }),
  versions: operation({
    id: 'portal.templates.versions',
    summary: 'List the versions of a template',
    description: 'Newest first, each with its number of channels.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: `${one}/versions`, input: 'query' }],
    params: Type.Object({ template_id }),
    input: Empty,
    reply: Type.Object({
      versions: Type.Array(TemplateVersion, { description: 'The versions, newest first.' }),
    }),
    list: { items: 'versions' },
    status: 200,
    errors: ['not_found'],
    example: { input: {}, reply: { versions: [exampleVersion] } },
  }),
  save: operation({
    id: 'portal.templates.save',
    summary: 'Store a new version',
    description:
      'Earlier versions never change, and channels stay on theirs. `base_version` is the version that was edited: if a newer one exists, nothing is stored. If nothing changed, the existing version is returned.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: `${one}/versions`, input: 'json' }],
    params: Type.Object({ template_id }),
    input: Type.Object({ template, base_version: version('The version that was edited.') }),
    bodyLimit,
    reply: TemplateDocument,
    status: 200,
    errors: ['malformed_body', 'body_too_large', 'not_found', 'precondition_failed'],
    example: { input: { template: exampleDocument.template, base_version: 1 }, reply: exampleDocument },
  }),
  planMove: operation({
    id: 'portal.templates.planMove',
    summary: 'Preview moving channels to the newest version',
    description: 'For the channels with one earlier version.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: `${one}/move`, input: 'query' }],
    params: Type.Object({ template_id }),
    input: Type.Object({ from_version: fromVersion }),
    reply: TemplateMovePlan,
    status: 200,
    errors: ['not_found'],
    example: { input: { from_version: 1 }, reply: examplePlan },
  }),
  move: operation({
    id: 'portal.templates.move',
    summary: 'Move channels to the newest version',
    description:
      'Moves a batch at a time: call it until none remain. `to_version` must be the newest version. The last values of removed properties are deleted; their history stays.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: `${one}/move`, input: 'json' }],
    params: Type.Object({ template_id }),
    input: Type.Object({ from_version: fromVersion, to_version: version('The newest version.') }),
    reply: Type.Object({
      moved: Type.Integer({ description: 'Number of channels that this call moved.' }),
      remaining: Type.Integer({ description: 'Number of channels that still have `from_version`.' }),
    }),
    status: 200,
    errors: ['not_found', 'precondition_failed'],
    example: { input: { from_version: 1, to_version: 2 }, reply: { moved: 12, remaining: 0 } },
  }),
  remove: operation({
    id: 'portal.templates.remove',
    summary: 'Delete a template',
    description:
      'Deletes all its versions. Only possible while no channel uses any of them. The catalogue does not restore it.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'DELETE', path: one, input: 'query' }],
    params: Type.Object({ template_id }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found', 'in_use'],
    example: { input: {}, reply: {} },
  }),
  uploadPicture: operation({
    id: 'portal.templates.uploadPicture',
    summary: 'Upload a picture for templates',
    description: 'A PNG, JPEG or WebP of at most 5 MB, re-encoded as PNG or JPEG.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: `${all}/pictures`, input: 'image' }],
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
