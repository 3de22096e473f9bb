import { presenceApi } from '@app/contract/people/presence';
import { row, signedIn } from '../row.ts';

export const presenceRows = [row(presenceApi.online, signedIn, () => ({ query: { ids: '1,2' } }))];
