import { drawsApi as api } from '@app/contract/market/draws';
import { allGet, everyone, NOBODY, row, setFor, signedIn } from '../row.ts';

const ownerOnly = setFor(setFor(allGet('forbidden'), ['owner'], 'ok'), NOBODY, 'unauthorized');
const later = () => new Date(Date.now() + 3_600_000).toISOString();

export const drawRows = [
  row(api.get, everyone, async (scene) => ({ params: { id: await scene.givenAd() } })),
  row(api.join, setFor(signedIn, ['owner'], 'forbidden'), async (scene) => ({ params: { id: await scene.givenAd() } })),
  row(api.leave, signedIn, async (scene) => ({ params: { id: await scene.givenAd() } })),
  row(api.schedule, ownerOnly, async (scene) => ({ params: { id: await scene.givenAd() }, body: { at: later() } })),
  row(api.draw, ownerOnly, async (scene) => ({ params: { id: await scene.givenAd() } })),
];
