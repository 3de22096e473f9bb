import path from 'node:path';
import { type DemoChat, type DemoMember, insertDemoChats } from '../messaging/chat/chat.public.ts';
import { claimChatFiles } from '../messaging/chat-files/chat-files.public.ts';
import { type DemoChatFile, insertDemoChatFiles } from '../messaging/chat-files/insert-demo-chat-files.public.ts';
import type { Tx } from '../platform/database/tables.ts';
import type { Services } from '../platform/services.ts';
import { demoDialogs } from './demo-dialogs.ts';
import type { Cast } from './seed-life.ts';
import type { Dialog, DialogLine } from './talk/dialogs.ts';

const MINUTE_MS = 60_000;
const MIX_MS = 9000;

const inFolder = (folder: string, name: string): string => path.join(import.meta.dirname, folder, name);

type DemoFile = Omit<DemoChatFile, 'ownerId'>;

const FILES: Readonly<Record<NonNullable<DialogLine['file']>, DemoFile>> = {
  receipt: { path: inFolder('files', 'receipt.pdf'), name: 'Чек_и_гарантия.pdf' },
  mix: { path: inFolder('files', 'mix.wav'), name: 'demo_mix_final.wav', duration_ms: MIX_MS },
};

/** What people write to each other. Dialogs end a little before now, whenever that is: they are meant to look alive. */
export async function seedDialogs(tx: Tx, services: Services, cast: Cast): Promise<void> {
  const now = services.clock();
  const dialogs = demoDialogs();
  const ids = await insertDemoChats(
    tx,
    dialogs.map((dialog) => chatOf(dialog, cast, now)),
  );
  const sent = dialogs.flatMap(({ between, lines }, i) =>
    lines.flatMap((line, position) => {
      const messageId = ids[i]?.[position];
      const names = filesOf(line);
      if (messageId === undefined || names.length === 0) return [];
      return [{ names, messageId, ownerId: cast.personId(line.from), readerIds: between.map(cast.personId) }];
    }),
  );
  // Stored past this transaction: whatever it does not keep is swept like every file that was not sent.
  const fileIds = await insertDemoChatFiles(
    services,
    sent.flatMap(({ names, ownerId }) => names.map((name) => ({ ...name, ownerId }))),
  );
  for (const { names, messageId, ownerId, readerIds } of sent) {
    await claimChatFiles(tx, ownerId, fileIds.splice(0, names.length), { messageId }, readerIds);
  }
}

const filesOf = ({ photos = [], file }: DialogLine): DemoFile[] => [
  ...photos.map((name) => ({ path: inFolder('pictures', `${name}.webp`), name: `${name}.webp` })),
  ...(file === undefined ? [] : [FILES[file]]),
];

function chatOf(dialog: Dialog, { personId, ad }: Cast, now: Date): DemoChat {
  const { between, about, lines, unread = 0, isRequest = false } = dialog;
  const [first, second] = between;
  const last = lines.at(-1)?.from;
  const member = (login: string): DemoMember => ({
    unread: login === last ? 0 : unread,
    folder: isRequest && login === second ? 'requests' : 'main',
    isPinned: dialog.pinnedBy === login,
    ...(dialog.mutedBy === login && { mutedUntil: 'infinity' as const }),
  });
  return {
    between: [personId(first), personId(second)],
    ...(about !== undefined && { aboutAdId: ad(about).id }),
    members: [member(first), member(second)],
    messages: lines.map(({ from, minutesAgo, text, photos, file, warnings, reaction, repliesTo }) => ({
      from: from === first ? 0 : 1,
      content: text,
      at: new Date(now.getTime() - minutesAgo * MINUTE_MS),
      ...(reaction && { reactions: [{ by: from === first ? 1 : 0, reaction }] }),
      ...(repliesTo !== undefined && { replyTo: repliesTo }),
      ...(warnings && { warnings: [...warnings] }),
      ...(photos && { carries: ['photo'] }),
      ...(file && { carries: [file === 'mix' ? 'audio' : 'file'] }),
    })),
  };
}
