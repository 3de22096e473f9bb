import { streamsApi } from '@app/contract/live/streams';
import {
  allGet,
  everyone,
  NOBODY,
  OTHER_USERS,
  ownerOrStaff,
  row,
  setFor,
  signedIn,
  subscribers,
  word,
} from '../row.ts';

const MANAGERS = ['manager', 'admin', 'superuser'] as const;
/** Staff may end streams and delete messages, nothing else. */
const ownerOnly = setFor(ownerOrStaff, MANAGERS, 'forbidden');
/** For friends only, of whom there are none: not_found for everybody else. */
const ownOrNowhere = setFor(allGet('not_found'), ['owner'], 'ok');
const ownOrUnauthorized = setFor(ownOrNowhere, NOBODY, 'unauthorized');
const publishing = setFor(
  setFor(setFor(subscribers, OTHER_USERS, 'forbidden'), ['unpaid', ...MANAGERS], 'subscription_required'),
  ['owner'],
  'stream_on_air',
);

export const streamsRows = [
  row(streamsApi.add, signedIn, () => ({ body: { theme: word() } })),
  row(
    streamsApi.add,
    signedIn,
    () => ({ body: { theme: word(), planned_for: new Date(Date.now() + 86_400_000).toISOString() } }),
    'announced',
  ),
  row(streamsApi.list, everyone),
  row(streamsApi.get, everyone),
  row(streamsApi.get, everyone, async (scene) => ({ body: { stream_id: await scene.stream() } }), 'one'),
  row(
    streamsApi.get,
    ownOrNowhere,
    async (scene) => ({ body: { stream_id: await scene.stream('friends') } }),
    'one for friends',
  ),
  row(streamsApi.edit, ownerOnly, async (scene) => ({ body: { stream_id: await scene.stream(), theme: word() } })),
  row(
    streamsApi.edit,
    ownerOrStaff,
    async (scene) => ({ body: { stream_id: await scene.stream() } }),
    'with nothing to change',
  ),
  row(streamsApi.createJoinToken, everyone, async (scene) => ({ params: { id: await scene.stream() } })),
  row(
    streamsApi.createJoinToken,
    ownOrNowhere,
    async (scene) => ({ params: { id: await scene.stream('friends') } }),
    'friends',
  ),
  row(streamsApi.chat, everyone, async (scene) => ({ params: { id: await scene.stream() } })),
  row(streamsApi.chat, ownOrNowhere, async (scene) => ({ params: { id: await scene.stream('friends') } }), 'friends'),
  row(streamsApi.sendMessage, signedIn, async (scene) => ({
    params: { id: await scene.stream() },
    body: { message: 'Видно хорошо' },
  })),
  row(
    streamsApi.sendMessage,
    ownOrUnauthorized,
    async (scene) => ({ params: { id: await scene.stream('friends') }, body: { message: 'Видно хорошо' } }),
    'friends',
  ),
  row(streamsApi.deleteMessage, ownerOrStaff, async (scene) => ({ params: await scene.streamMessage() })),
  row(streamsApi.mute, ownerOnly, async (scene) => ({
    params: { id: await scene.stream() },
    body: { user_id: await scene.callable(), muted: 1 as const },
  })),
  row(streamsApi.react, signedIn, async (scene) => ({
    params: { id: await scene.stream() },
    body: { kind: 'heart' as const },
  })),
  row(streamsApi.pin, ownerOnly, async (scene) => ({
    params: { id: await scene.stream() },
    body: { board_ids: [await scene.ad()] },
  })),
  row(streamsApi.pins, everyone, async (scene) => ({ params: { id: await scene.stream() } })),
  row(streamsApi.remind, signedIn, async (scene) => ({
    params: { id: await scene.announcedStream() },
    body: { on: 1 as const },
  })),
  row(streamsApi.key, signedIn),
  row(streamsApi.createKey, signedIn),
  row(streamsApi.poster, ownerOnly, async (scene) => ({
    params: { id: await scene.stream() },
    files: [scene.picture('poster')],
  })),
  row(streamsApi.publish, publishing, async (scene) => ({ params: { id: await scene.stream() } })),
  row(streamsApi.replay, everyone, async (scene) => ({ params: { id: await scene.stream() } })),
  row(streamsApi.replay, ownOrNowhere, async (scene) => ({ params: { id: await scene.stream('friends') } }), 'friends'),
];
