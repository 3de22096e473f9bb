import { attributesApi as api } from '@app/contract/reference/attributes';
import { everyone, row, staff, word } from '../row.ts';

export const attributesRows = [
  row(api.list, everyone),
  row(
    api.list,
    everyone,
    async (scene) => ({ query: { category: await scene.category(), names: '1' as const } }),
    'with names',
  ),
  row(api.create, staff, async (scene) => ({
    body: { category: await scene.category(), name: word(), kind: 'choice' as const, choices: [{ name: word() }] },
  })),
  row(api.edit, staff, async (scene) => ({ body: { id: await scene.attribute(), name: word() } })),
  row(api.remove, staff, async (scene) => ({ query: { id: await scene.attribute() } })),
];
