import type { TemplateDocument } from '@azulejo/contract';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FormError } from '../../design/form-error.tsx';
import { notify } from '../../design/notify.ts';
import { portal } from '../portal.ts';
import { forgetTemplates, versionsQuery } from './queries.ts';

/** Says first what stands in the way. */
export function DeleteDialog({ document, onClose }: { document: TemplateDocument; onClose: () => void }) {
  const { template, in_catalogue: inCatalogue } = document;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const versions = useQuery(versionsQuery(template.id));
  const channels = versions.data?.versions.reduce((sum, each) => sum + each.channels, 0) ?? 0;
  const remove = useMutation({
    mutationFn: () => portal.templates.remove({ template_id: template.id }),
    onSuccess: async () => {
      notify.done(`${template.name} was deleted`);
      await navigate({ to: '/templates' });
      await forgetTemplates(queries);
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Delete ${template.name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {channels > 0 ? (
          <Text>
            {channels === 1 ? '1 device is' : `${channels.toLocaleString()} devices are`} made from it. It can
            be deleted once there is none.
          </Text>
        ) : (
          <Text>
            All its versions go, and nobody can add such a device any more.
            {inCatalogue && ' The catalogue of a later release does not bring it back.'}
          </Text>
        )}
        <FormError error={remove.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            disabled={channels > 0 || versions.isPending}
            onClick={() => remove.mutate()}
          >
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
