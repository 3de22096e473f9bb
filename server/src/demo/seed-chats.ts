import path from 'node:path';
import { type DemoChat, type DemoMember, insertDemoChats } from '../messaging/chat/chat.public.ts';
import { claimChatFiles } from '../messaging/chat-files/chat-files.public.ts';
import { type DemoChatFile, insertDemoChatFiles } from '../messaging/chat-files/insert-demo-chat-files.public.ts';
import type { Tx } from '../platform/database/tables.ts';
import type { Services } from '../platform/domain/services.ts';
import { type ChatScript, demoChats, type ScriptedMessage } from './demo-chats.ts';
import type { DemoWorld } from './seed-activity.ts';

const MINUTE_MS = 60_000;
const MIX_MS = 9000;

const inFolder = (folder: string, name: string): string => path.join(import.meta.dirname, folder, name);

type DemoFile = Omit<DemoChatFile, 'ownerId'>;

const FILES: Readonly<Record<NonNullable<ScriptedMessage['file']>, DemoFile>> = {
  receipt: { path: inFolder('files', 'receipt.pdf'), name: 'Чек_и_гарантия.pdf' },
  mix: { path: inFolder('files', 'mix.wav'), name: 'demo_mix_final.wav', duration_ms: MIX_MS },
};

/** Seeds chats that end shortly before the current time, so that they look active. */
export async function seedChats(
  tx: Tx,
  services: Services,
  world: DemoWorld,
  offers: ReadonlyMap<ScriptedMessage, number>,
): Promise<void> {
  const now = services.clock();
  const chats = demoChats();
  const ids = await insertDemoChats(
    tx,
    chats.map((chat) => chatOf(chat, world, { now, offers })),
  );
  const sent = chats.flatMap(({ between, messages }, i) =>
    messages.flatMap((message, position) => {
      const messageId = ids[i]?.[position];
      const names = filesOf(message);
      if (messageId === undefined || names.length === 0) return [];
      return [{ names, messageId, ownerId: world.personId(message.from), readerIds: between.map(world.personId) }];
    }),
  );
  // Stored outside the transaction: files left by a rollback are swept like all unsent files.
  const fileIds = await insertDemoChatFiles(
    services,
    sent.flatMap(({ names, ownerId }) => names.map((name) => ({ ...name, ownerId }))),
  );
  for (const { names, messageId, ownerId, readerIds } of sent) {
    await claimChatFiles(tx, ownerId, fileIds.splice(0, names.length), { messageId }, readerIds);
  }
}

const filesOf = ({ photos = [], file }: ScriptedMessage): DemoFile[] => [
  ...photos.map((name) => ({ path: inFolder('pictures', `${name}.webp`), name: `${name}.webp` })),
  ...(file === undefined ? [] : [FILES[file]]),
];

interface Sent {
  now: Date;
  /** The offers of messages that offer a price. */
  offers: ReadonlyMap<ScriptedMessage, number>;
}

function chatOf(script: ChatScript, { personId, ad }: DemoWorld, { now, offers }: Sent): DemoChat {
  const { between, about, messages, unread = 0, isRequest = false } = script;
  const [first, second] = between;
  const last = messages.at(-1)?.from;
  const member = (login: string): DemoMember => ({
    unread: login === last ? 0 : unread,
    folder: isRequest && login === second ? 'requests' : 'main',
    isPinned: script.pinnedBy === login,
    ...(script.mutedBy === login && { mutedUntil: 'infinity' as const }),
  });
  return {
    between: [personId(first), personId(second)],
    ...(about !== undefined && { aboutAdId: ad(about).id }),
    members: [member(first), member(second)],
    messages: messages.map((message) => {
      const { from, minutesAgo, text, photos, file, warnings, reaction, repliesTo } = message;
      const offerId = offers.get(message);
      return {
        from: from === first ? 0 : 1,
        content: text,
        at: new Date(now.getTime() - minutesAgo * MINUTE_MS),
        ...(offerId !== undefined && { card: { kind: 'offer', id: offerId } }),
        ...(reaction && { reactions: [{ by: from === first ? 1 : 0, reaction }] }),
        ...(repliesTo !== undefined && { replyTo: repliesTo }),
        ...(warnings && { warnings: [...warnings] }),
        ...(photos && { contentKinds: ['photo'] }),
        ...(file && { contentKinds: [file === 'mix' ? 'audio' : 'file'] }),
      };
    }),
  };
}
