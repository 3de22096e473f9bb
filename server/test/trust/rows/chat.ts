import { chatApi } from '@app/contract/messaging/chat';
import { allGet, NOBODY, row, setFor, signedIn, word } from '../row.ts';
import type { Scene } from '../scene.ts';

const ofOwner = ({ owner }: Scene) => ({ params: { id: owner.id } });
const ofPartner = async (scene: Scene) => ({ params: { id: (await scene.chat()).partnerId } });
const ofMessage = async (scene: Scene) => ({ params: { id: (await scene.chat()).messageId } });
const ofScheduled = async (scene: Scene) => ({ params: { id: await scene.scheduledMessage() } });
const later = () => new Date(Date.now() + 3_600_000).toISOString();

/** Chats are visible to their two participants only, not to staff. */
const onesOwn = setFor(setFor(allGet('not_found'), ['owner'], 'ok'), NOBODY, 'unauthorized');
const notOneself = setFor(signedIn, ['owner'], 'not_found');

export const chatRows = [
  row(chatApi.list, signedIn),
  row(chatApi.counts, signedIn),
  row(chatApi.settings, signedIn),
  row(chatApi.changeSettings, signedIn, () => ({ body: { shows_reads: 0 as const } })),
  row(chatApi.search, signedIn, () => ({ query: { search: 'лодка' } })),
  row(chatApi.messages, onesOwn, ofPartner),
  row(chatApi.header, notOneself, ofOwner),
  row(chatApi.one, onesOwn, ofMessage),
  row(chatApi.send, notOneself, (scene) => ({ ...ofOwner(scene), body: { content: word() } })),
  row(
    chatApi.send,
    setFor(allGet('message_empty'), NOBODY, 'unauthorized'),
    async (scene) => ({ ...(await ofPartner(scene)), body: {} }),
    'nothing',
  ),
  row(chatApi.edit, onesOwn, async (scene) => ({ ...(await ofMessage(scene)), body: { content: word() } })),
  row(chatApi.react, onesOwn, async (scene) => ({ ...(await ofMessage(scene)), body: { reaction: '👍' as const } })),
  row(chatApi.pinMessage, onesOwn, async (scene) => ({ ...(await ofMessage(scene)), body: {} })),
  row(chatApi.removeMessages, onesOwn, async (scene) => ({
    body: { ids: [(await scene.chat()).messageId], both: 1 as const },
  })),
  row(
    chatApi.edit,
    setFor(allGet('not_found'), NOBODY, 'unauthorized'),
    async (scene) => ({ params: { id: (await scene.chat()).theirMessageId }, body: { content: word() } }),
    'of the other one',
  ),
  row(chatApi.forward, onesOwn, async (scene) => {
    const { partnerId, theirMessageId } = await scene.chat();
    return { params: { id: partnerId }, body: { ids: [theirMessageId] } };
  }),
  row(chatApi.markRead, onesOwn, async (scene) => ({ ...(await ofPartner(scene)), body: { seq: 2 } })),
  row(chatApi.delivered, signedIn, async (scene) => ({
    body: { list: [{ user_id: (await scene.chat()).partnerId, seq: 2 }] },
  })),
  row(chatApi.remove, onesOwn, async (scene) => ({ ...(await ofPartner(scene)), query: { both: 1 as const } })),
  row(chatApi.block, setFor(signedIn, ['owner'], 'forbidden'), ofOwner),
  row(chatApi.unblock, signedIn, ofOwner),
  row(chatApi.change, onesOwn, async (scene) => ({ ...(await ofPartner(scene)), body: { pinned: 1 as const } })),
  row(chatApi.draft, notOneself, (scene) => ({ ...ofOwner(scene), body: { text: word() } })),
  row(chatApi.answerRequest, onesOwn, async (scene) => ({
    params: { id: await scene.unknownWriter() },
    body: { answer: 'accept' as const },
  })),
  row(chatApi.scheduled, signedIn, ofPartner),
  row(chatApi.schedule, notOneself, (scene) => ({
    ...ofOwner(scene),
    body: { content: word(), send_at: later() },
  })),
  row(chatApi.changeScheduled, onesOwn, async (scene) => ({
    ...(await ofScheduled(scene)),
    body: { content: word() },
  })),
  row(chatApi.cancelScheduled, onesOwn, ofScheduled),
];
