import type { ErrorCode } from '@app/contract/platform/errors';
import { casesApi } from '@app/contract/trust/cases';
import { measuresApi, promiseApi } from '@app/contract/trust/measures';
import { everyone, row, STRANGERS, setFor, signedIn, staff } from '../row.ts';

const MANAGERS = ['manager', 'admin', 'superuser'] as const;
/** Staff are let in and told that it is not theirs to do just now. */
const staffGet = (code: ErrorCode) => setFor(staff, MANAGERS, code);

export const moderationRows = [
  row(casesApi.list, staff),
  row(casesApi.counts, staff),
  row(casesApi.get, staff, async (scene) => ({ params: { id: await scene.case() } })),
  row(casesApi.take, staff, async (scene) => ({ params: { id: await scene.case() } })),
  row(
    casesApi.giveBack,
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
  row(measuresApi.listOwn, signedIn),
  row(measuresApi.appeal, setFor(signedIn, [...STRANGERS, ...MANAGERS], 'not_found'), async (scene) => ({
    params: { id: await scene.measure() },
    body: { appeal: 'Это ошибка' },
  })),
  row(measuresApi.lift, staff, async (scene) => ({
    params: { id: await scene.measure() },
    body: { answer: 'Ошиблись' },
  })),
  row(measuresApi.byLink, everyone, async (scene) => ({ query: { token: await scene.measureToken() } })),
  row(measuresApi.appealByLink, everyone, async (scene) => ({
    body: { token: await scene.measureToken(), appeal: 'Это ошибка' },
  })),
  row(promiseApi.show, everyone),
];
