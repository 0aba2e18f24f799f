import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id } from '../text.ts';
import { exampleDetail, PortalApplicationDetail } from './application-records.ts';

const path = '/portal/api/applications/{application_id}/templates/{template_id}';
const ofTemplate = Type.Object({
  application_id: Id('The `client_id` of the manager.'),
  template_id: Id('Template id.'),
});
const exampleManager: PortalApplicationDetail = {
  ...exampleDetail,
  name: 'Acme',
  type: 'manager',
  templates: [{ id: '25f85b52-885c-5108-a9d2-c7fce0ad00ca', name: 'Smart bulb' }],
};

/** Which templates a manager makes devices of. */
export const managerTemplates = {
  assignTemplate: operation({
    id: 'portal.applications.assignTemplate',
    summary: 'Let a manager make devices of a template',
    description:
      'And no other: a template has one manager, and the platform no longer simulates such devices.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'PUT', path, input: 'json' }],
    params: ofTemplate,
    input: Empty,
    reply: PortalApplicationDetail,
    status: 200,
    errors: ['not_found', 'in_use'],
    example: { input: {}, reply: exampleManager },
  }),
  releaseTemplate: operation({
    id: 'portal.applications.releaseTemplate',
    summary: 'Take a template from a manager',
    description: 'It can make no more devices of it. Those that exist stay.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'DELETE', path, input: 'query' }],
    params: ofTemplate,
    input: Empty,
    reply: PortalApplicationDetail,
    status: 200,
    errors: ['not_found'],
    example: { input: {}, reply: { ...exampleManager, templates: [] } },
  }),
};
