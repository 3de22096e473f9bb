import type { ErrorCode } from '@app/contract/platform/errors';
import { bulkSanctionsApi, rulesApi } from '@app/contract/trust/rules';
import { administrators, row, setFor, staff, word } from '../row.ts';

const to = (code: ErrorCode) => setFor(staff, ['manager', 'admin', 'superuser'], code);

const links = (): {
  name: string;
  kind: 'links';
  subjects: 'ad'[];
  action: 'queue';
  settings: { hosts: string[] };
} => ({
  name: 'Ссылки',
  kind: 'links',
  subjects: ['ad'],
  action: 'queue',
  settings: { hosts: [`${word()}.example`] },
});

export const rulesRows = [
  row(rulesApi.list, staff),
  row(rulesApi.add, administrators, () => ({ body: links() })),
  row(rulesApi.try, administrators, () => ({ body: links() })),
  row(rulesApi.edit, administrators, async (scene) => ({
    params: { id: await scene.rule() },
    body: { ...links(), revision: 1 },
  })),
  row(rulesApi.switch, administrators, async (scene) => ({
    params: { id: await scene.rule() },
    body: { on: 1 as const },
  })),
  row(rulesApi.hits, staff, async (scene) => ({ params: { id: await scene.rule() } })),
  row(rulesApi.remove, administrators, async (scene) => ({ params: { id: await scene.rule() } })),
  row(bulkSanctionsApi.listClusters, staff, () => ({ query: { by: 'text' as const } })),
  row(bulkSanctionsApi.listClusterAccounts, to('not_found'), () => ({ query: { by: 'text' as const, value: 'abc' } })),
  row(bulkSanctionsApi.start, to('conflict'), () => ({
    body: { by: 'text' as const, value: 'abc', expected: 5, reason: 'Спам' },
  })),
  row(bulkSanctionsApi.list, staff),
  row(bulkSanctionsApi.get, staff, async (scene) => ({ params: { id: await scene.bulkSanction() } })),
  row(bulkSanctionsApi.undo, staff, async (scene) => ({ params: { id: await scene.bulkSanction() } })),
  row(rulesApi.listBlockedImages, staff),
  row(rulesApi.addBlockedImages, administrators, async (scene) => ({ body: { board_id: await scene.ad() } })),
  row(rulesApi.removeBlockedImage, administrators, async (scene) => ({ params: { id: await scene.blockedImage() } })),
];
