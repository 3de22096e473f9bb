import { adOwnerApi } from '@app/contract/market/ad-owner';
import { moderationApi } from '@app/contract/market/ad-review';
import { administrators, row, signedIn, staff, word } from '../row.ts';

export const reviewRows = [
  row(adOwnerApi.duplicates, signedIn, () => ({ body: { board_title: 'Лодка', board_description: 'Надувная' } })),
  row(moderationApi.listHeld, staff),
  row(moderationApi.decide, staff, async (scene) => ({
    body: { board_id: await scene.ad(), decision: 'publish' as const },
  })),
  row(moderationApi.listBlocklistWords, staff),
  row(moderationApi.addBlocklistWord, administrators, () => ({ body: { word: word(), reason: 'Нельзя' } })),
  row(moderationApi.removeBlocklistWord, administrators, async (scene) => ({
    query: { id: await scene.blocklistWord() },
  })),
];
