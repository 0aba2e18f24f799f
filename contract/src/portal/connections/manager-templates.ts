import { Type } from 'typebox';
import { operation } from '../../operation.ts';
import { Empty, Id } from '../../text.ts';
import { exampleDetail, PortalApplicationDetail } from '../identity/application-records.ts';

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

/** Operations on the templates of which a manager creates devices. */
export const managerTemplates = {
  assignTemplate: operation({
    id: 'portal.applications.assignTemplate',
    summary: 'Let a manager create devices of a template',
    description: 'A template has only one manager, and the platform no longer simulates devices of it.',
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
    summary: 'Unassign a template from a manager',
    description: 'The manager can no longer create devices of it. Existing devices stay.',
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
