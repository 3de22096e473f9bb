import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendStoredFile } from '../../files/media/send-file.public.ts';
import { Failure } from '../../platform/failure.ts';
import { identifyViewer } from '../../platform/http/bind.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { fileKey, MOTION_PART, madeKey, widthKey } from './object-keys.ts';
import { findServed, type ServedRow } from './post-files.queries.ts';
import { HLS_NAME, MOTION_NAME, originalName, POSTER_WIDTH, posterName, VIDEO_NAME } from './show-post-file.ts';

const UID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Minutes: whoever makes a publication private, or deletes it, is not shown for a day by what lies between. */
const PUBLIC_CACHE = 'public, max-age=300';
/** In the browser that asked, and only as long as the same session asks. */
const PRIVATE_CACHE = 'private, max-age=300';

/** A film is hundreds of requests: what the policy said stays true for this long. */
const SIGHT_MS = 3_000;
const SIGHTS_MAX = 20_000;

interface Served {
  key: string;
  variant: string;
  contentType: string;
}

const PLAYLIST = 'application/vnd.apple.mpegurl';

export type PostFileServer = (
  request: FastifyRequest<{ Params: { uid: string; name: string } }>,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Hands out files to whoever sees their publication, and before one holds them to their owner. For everybody else there is none. */
export function createPostFileServer(services: Services): PostFileServer {
  const sights = new Map<string, { until: number; sees: Promise<boolean> }>();

  function sees(viewer: Viewer, publishId: number): Promise<boolean> {
    const key = `${publishId} ${viewer.userId} ${viewer.isStaff}`;
    const known = sights.get(key);
    if (known && known.until > Date.now()) return known.sees;
    if (sights.size >= SIGHTS_MAX) sights.clear();
    const answer = services.seesPublication(viewer, publishId);
    answer.catch(() => sights.delete(key));
    sights.set(key, { until: Date.now() + SIGHT_MS, sees: answer });
    return answer;
  }

  return async (request, reply) => {
    const { uid, name } = request.params;
    const row = UID.test(uid) ? await findServed(services.pool, uid) : undefined;
    const served = row && choose(row, name);
    if (row === undefined || served === undefined) throw new Failure('not_found');
    const viewer = await identifyViewer(services, request);
    const isOwn = viewer.userId !== null && viewer.userId === row.owner_id;
    if (row.publish_id === null ? !isOwn : !isOwn && !(await sees(viewer, row.publish_id)))
      throw new Failure('not_found');
    const isPublic = row.publish_id !== null && (await sees(asNobody(viewer), row.publish_id));
    const presentation = {
      etag: `"${uid}-${served.variant}"`,
      cacheControl: isPublic ? PUBLIC_CACHE : PRIVATE_CACHE,
      contentType: served.contentType,
      headers: isPublic ? undefined : { vary: 'Cookie, Authorization' },
    };
    return sendStoredFile(services.storage, served.key, presentation, request, reply);
  };
}

const asNobody = (viewer: Viewer): Viewer => ({
  ...viewer,
  userId: null,
  sessionId: null,
  isStaff: false,
  isSuperuser: false,
  isPaid: false,
});

/** Only names that we gave. Undefined for every other. */
function choose(row: ServedRow, name: string): Served | undefined {
  if (row.kind === 'photo') return choosePhoto(row, name);
  const { made_key, poster_key, renditions, storage_key, is_playable, mime } = row;
  if (poster_key !== null && name === posterName(poster_key)) {
    return { key: widthKey(poster_key, POSTER_WIDTH), variant: name, contentType: 'image/webp' };
  }
  if (is_playable && name === originalName(mime))
    return { key: fileKey(storage_key), variant: name, contentType: mime };
  if (made_key === null) return undefined;
  const made = (part: string, contentType: string) => ({
    key: madeKey(made_key, part),
    variant: `${made_key.slice(-12)}-${part}`,
    contentType,
  });
  if (name === VIDEO_NAME) return made('video', 'video/mp4');
  if (name === HLS_NAME) return made('list', PLAYLIST);
  const [, height, extension] = /^(\d{2,4})\.(m3u8|m4s)$/.exec(name) ?? [];
  if (height === undefined || !renditions.includes(Number(height))) return undefined;
  return extension === 'm3u8' ? made(`${height}-list`, PLAYLIST) : made(height, 'video/mp4');
}

function choosePhoto({ widths, storage_key, made_key }: ServedRow, name: string): Served | undefined {
  if (made_key !== null && name === MOTION_NAME)
    return { key: madeKey(made_key, MOTION_PART), variant: name, contentType: 'video/mp4' };
  const width = Number(/^(\d{2,5})\.webp$/.exec(name)?.[1]);
  if (!widths.includes(width)) return undefined;
  return { key: widthKey(storage_key, width), variant: String(width), contentType: 'image/webp' };
}
