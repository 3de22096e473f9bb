import type { ErrorCode } from '@app/contract/platform/errors';
import { casesApi } from '@app/contract/trust/cases';
import { complaintResponseStatsApi, sanctionsApi } from '@app/contract/trust/sanctions';
import { everyone, OTHER_USERS, row, setFor, signedIn, staff } from '../row.ts';

const MANAGERS = ['manager', 'admin', 'superuser'] as const;
const staffGet = (code: ErrorCode) => setFor(staff, MANAGERS, code);

export const moderationRows = [
  row(casesApi.list, staff),
  row(casesApi.counts, staff),
  row(casesApi.get, staff, async (scene) => ({ params: { id: await scene.case() } })),
  row(casesApi.claim, staff, async (scene) => ({ params: { id: await scene.case() } })),
  row(
    casesApi.release,
    staffGet('conflict'),
    async (scene) => ({ params: { id: await scene.case() } }),
    'that nobody took',
  ),
  row(
    casesApi.resolve,
    staffGet('conflict'),
    async (scene) => ({ params: { id: await scene.case() }, body: { action: 'nothing' as const } }),
    'that somebody else has, or nobody',
  ),
  row(casesApi.reopen, staffGet('conflict'), async (scene) => ({ params: { id: await scene.case() } }), 'that waits'),
  row(casesApi.resolveMany, staff, async (scene) => ({
    body: { ids: [await scene.case()], action: 'warn' as const, reason: 'Спам' },
  })),
  row(sanctionsApi.listOwn, signedIn),
  row(sanctionsApi.appeal, setFor(signedIn, [...OTHER_USERS, ...MANAGERS], 'not_found'), async (scene) => ({
    params: { id: await scene.sanction() },
    body: { appeal: 'Это ошибка' },
  })),
  row(sanctionsApi.lift, staff, async (scene) => ({
    params: { id: await scene.sanction() },
    body: { answer: 'Ошиблись' },
  })),
  row(sanctionsApi.byLink, everyone, async (scene) => ({ query: { token: await scene.sanctionToken() } })),
  row(sanctionsApi.appealByLink, everyone, async (scene) => ({
    body: { token: await scene.sanctionToken(), appeal: 'Это ошибка' },
  })),
  row(complaintResponseStatsApi.get, everyone),
];
