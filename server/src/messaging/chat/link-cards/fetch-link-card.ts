import { sql } from 'kysely';
import { fetchImage } from '../../../files/media/fetch-image.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import {
  fetchPublic,
  INTERNET,
  PublicFetchError,
  type PublicNetwork,
  type PublicReader,
  readerOf,
} from '../../../platform/public-fetch/fetch-public.ts';
import { publishMessageChanged } from '../publish-chat-event.ts';
import { decodePage } from './decode-page.ts';
import { type CardLink, findCardLink } from './find-card-link.ts';
import { claimLink, type LinkClaim, markLinkFailed, type ReadLink, saveLinkCard } from './link-cards.queries.ts';
import { parsePage } from './parse-page.ts';

const PAGE = { types: ['text/html', 'application/xhtml+xml'], maxBytes: 512 * 1024 };
const PICTURE_MAX_BYTES = 2 * 1024 * 1024;
/** Smaller pictures are counters and buttons. */
const PICTURE_SIDE_MIN = 48;

/**
 * Fetches the page that a message links to, unless its card is kept already, and shows the card to both people. A page
 * that cannot be read leaves the message without a card. Returns `busy` when another job fetches the page just now.
 */
export async function fetchLinkCard(
  services: Services,
  messageId: number,
  network: PublicNetwork = INTERNET,
): Promise<LinkClaim | 'gone'> {
  const { db, clock } = services;
  const message = await findLinkingMessage(services, messageId);
  if (message === undefined) return 'gone';
  const { link, senderId } = message;
  const claim = await db.transaction().execute((tx) => claimLink(tx, link, senderId, clock()));
  if (claim === 'busy' || claim === 'limited') return claim;
  const read = claim === 'claimed' ? await readLink(services, link, network) : undefined;
  await db.transaction().execute(async (tx) => {
    if (read !== undefined) await saveLinkCard(tx, link.key, read, clock());
    else if (claim === 'claimed') return markLinkFailed(tx, link.key, clock());
    await publishMessageChanged(services, tx, messageId);
  });
  return claim;
}

interface LinkingMessage {
  link: CardLink;
  senderId: number;
}

/** The message may have been deleted or edited since its job was queued. */
async function findLinkingMessage(services: Services, id: number): Promise<LinkingMessage | undefined> {
  const { rows } = await sql<{ content: string; sender_id: number; link_key: string }>`
    select content, sender_id, link_key from messages
    where id = ${id} and link_key is not null and deleted_at is null`.execute(services.db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const link = findCardLink(services, row.content);
  return link?.key === row.link_key ? { link, senderId: row.sender_id } : undefined;
}

async function readLink(services: Services, { url }: CardLink, network: PublicNetwork): Promise<ReadLink | undefined> {
  // Sites see which service asks, never for whom.
  const reader = readerOf('OkoloLinkCards', services.config);
  try {
    const page = await fetchPublic(new URL(url), { ...PAGE, ...reader }, network);
    const summary = parsePage(decodePage(page.body, page.contentType));
    if (summary === undefined) return undefined;
    const { title, description, siteName, image } = summary;
    const address = image !== '' && URL.canParse(image, page.url) ? new URL(image, page.url) : undefined;
    const imageId = address === undefined ? null : await readPicture(services, address, reader, network);
    return { title, description, siteName, imageId };
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error;
    // Addresses are the words of people and stand in no log.
    services.log.debug({ reason: error.message }, 'the page of a link could not be read');
    return undefined;
  }
}

/** Stores the picture of a page. Null without one that can be shown. */
async function readPicture(
  services: Services,
  address: URL,
  reader: PublicReader,
  network: PublicNetwork,
): Promise<number | null> {
  const request = { ...reader, maxBytes: PICTURE_MAX_BYTES, kind: 'avatar', ownerId: null } as const;
  const image = await fetchImage(services, address, request, network);
  return image === null || Math.min(image.width, image.height) < PICTURE_SIDE_MIN ? null : image.id;
}
