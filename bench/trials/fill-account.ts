import { createHash, randomBytes } from 'node:crypto';
import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
import { searchesApi } from '@app/contract/market/searches';
import { chatApi } from '@app/contract/messaging/chat';
import { chatFilesApi } from '@app/contract/messaging/chat-files';
import { mutedWordsApi } from '@app/contract/people/muted-words';
import { personNotesApi } from '@app/contract/people/person-notes';
import { musicApi } from '@app/contract/publishing/music';
import { feedbackApi } from '@app/contract/staff/feedback';
import sharp from 'sharp';
import { tusClient } from '../../server/test/tus-client.ts';
import { wav } from '../../server/test/uploads/sounds.ts';
import type { SimulatedUser } from '../load/person.ts';
import { insist, insistJson } from './insist.ts';

const WAV_HEAD_BYTES = 44;
const TRACKS = 3;
const TRACK_SECONDS = 30;

/** Noise, so that each file has a content of its own. */
export function createTrack(seconds: number): Buffer {
  const bytes = wav({ seconds });
  randomBytes(bytes.length - WAV_HEAD_BYTES).copy(bytes, WAV_HEAD_BYTES);
  return bytes;
}

/** Writes this text to every place that a person writes to, uploads files, and returns the hashes of the tracks. */
export async function fillAccount(
  origin: string,
  { id, token, others }: SimulatedUser,
  text: string,
): Promise<string[]> {
  const write = <Answer>({ method, path }: { method: string; path: string }, body: object): Promise<Answer> =>
    insistJson<Answer>(origin, {
      method,
      path,
      token,
      body,
      headers: { 'idempotency-key': `${path}-${id}` },
      // The other one may be erased already.
      accepts: [404, 410],
    });
  const send = async (
    { method, path }: { method: string; path: string },
    fields: Record<string, string>,
    files: [field: string, name: string, type: string, bytes: Buffer][],
  ): Promise<void> => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    for (const [field, name, type, bytes] of files)
      body.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
    await insist(origin, { method, path, token, headers: { 'idempotency-key': `${path}-${id}` }, body });
  };
  const at = ({ method, path }: { method: string; path: string }, otherId: number) => ({
    method,
    path: path.replace('{id}', String(otherId)),
  });

  await write(searchesApi.save, { search: text });
  await write(adOwnerApi.saveDraft, { draft: { board_title: text } });
  await write(feedbackApi.add, { message: text });
  await write(mutedWordsApi.add, { word: text });
  for (const other of others) {
    await write(at(personNotesApi.set, other), { note: text });
    // What others received stays with them, so it has no word that is looked for.
    await write(at(chatApi.send, other), { content: 'Добрый день!', client_key: crypto.randomUUID() });
  }
  const picture = await sharp({
    create: { width: 400, height: 300, channels: 3, background: `#${randomBytes(3).toString('hex')}` },
  })
    .png()
    .toBuffer();
  const ad = { board_title: text, board_description: text, board_price: '100' };
  await send(adsApi.create, ad, [['board_photo[]', `${text}.png`, 'image/png', picture]]);
  await send(chatFilesApi.upload, {}, [['file', `${text}.txt`, 'text/plain', Buffer.from(`${text}\n`.repeat(500))]]);
  const { id: playlist } = await write<{ id: number }>(musicApi.addPlaylist, { name: text });
  const tracks = Array.from({ length: TRACKS }, () => createTrack(TRACK_SECONDS));
  await send(
    musicApi.add,
    { playlist_id: String(playlist) },
    tracks.map((bytes, i) => ['audio', `${text}-${i}.wav`, 'audio/wav', bytes]),
  );
  await leaveUnfinished(origin, token, text);
  return tracks.map((bytes) => createHash('sha256').update(bytes).digest('hex'));
}

/** An upload that its owner never goes on with; whether it begins at all is not what is tried here. */
async function leaveUnfinished(origin: string, token: string, text: string): Promise<void> {
  const client = tusClient(origin, token);
  const bytes = Buffer.from(text.repeat(2000));
  try {
    const address = await client.begin(bytes.length * 2, 'audio', `${text}.wav`);
    await client.send(address, 0, bytes, AbortSignal.timeout(10_000));
  } catch {
    // The node died.
  }
}
