import { type CardKind, type ChatCard, DEAL_CARD_KINDS, type DealCardKind } from '@app/contract/messaging/chat';
import type { Lang } from '@app/contract/platform/languages';
import { listStreamCards } from '../../../live/streams/stream-cards.public.ts';
import { listUserCards } from '../../../people/users/user-cards.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { texts } from '../../../platform/texts.ts';
import { listSharedPlaylists, listSharedTracks } from '../../../publishing/music/music.public.ts';
import { listPublicationCards } from '../../../publishing/publications/publications.public.ts';
import { presentAdCards } from './ad-cards.public.ts';
import { presentMeetingCards, presentOfferCards } from './deal-cards.ts';

export interface CardRef {
  kind: CardKind;
  id: number;
}

export const cardKey = ({ kind, id }: CardRef): string => `${kind}:${id}`;

interface Reader {
  userId: number;
  lang: Lang;
}

/** Presents the cards of one kind that the reader may see, by id; missing ones are shown as gone. */
type PresentCards = (
  services: Services,
  viewer: SignedInViewer,
  ids: readonly number[],
) => Promise<Map<number, ChatCard>>;

const KINDS: Readonly<Record<CardKind, { path: string; present: PresentCards }>> = {
  ad: { path: '/ad', present: presentAdCards },
  user: { path: '/user', present: presentUsers },
  publication: { path: '', present: presentPublications },
  track: { path: '', present: presentTracks },
  playlist: { path: '', present: presentPlaylists },
  stream: { path: '', present: presentStreams },
  offer: { path: '', present: presentOfferCards },
  meeting: { path: '', present: presentMeetingCards },
};

/** Presents the current state of cards by {@link cardKey}. Cards that the reader may not see are `gone`. */
export async function presentCards(
  services: Services,
  reader: Reader,
  refs: readonly CardRef[],
): Promise<Map<string, ChatCard>> {
  const viewer = asPerson(reader);
  const byKind = Map.groupBy(refs, ({ kind }) => kind);
  const cards = new Map<string, ChatCard>();
  for (const [kind, wanted] of byKind) {
    const ids = [...new Set(wanted.map(({ id }) => id))];
    const presented = await KINDS[kind].present(services, viewer, ids);
    for (const id of ids) cards.set(cardKey({ kind, id }), presented.get(id) ?? goneCard(reader, { kind, id }));
  }
  return cards;
}

/**
 * Fails with `not_found` unless the user may see what they are about to send, and with `forbidden` when its author does
 * not allow sharing.
 */
export async function requireCard(services: Services, reader: Reader, ref: CardRef): Promise<void> {
  const cards = await presentCards(services, reader, [ref]);
  const card = cards.get(cardKey(ref));
  if (card === undefined || card.state === 'gone') throw new Failure('not_found');
  await requireShareable(services, reader, [ref]);
}

/**
 * Fails with `forbidden` when the author of a forwarded card does not allow sharing. Cards that the user may no longer
 * see are forwarded unchanged.
 */
export async function requireShareable(services: Services, reader: Reader, refs: readonly CardRef[]): Promise<void> {
  if (refs.length === 0) return;
  if (refs.some(({ kind }) => isDealCard(kind))) throw new Failure('forbidden');
  const cards = await presentCards(services, reader, refs);
  const others = [...cards.values()].filter(({ state, mine }) => state !== 'gone' && mine === 0);
  for (const [kind, those] of Map.groupBy(others, (card) => card.kind)) {
    const ids = those.map(({ id }) => id);
    const shareable = await findShareable(services, asPerson(reader), kind, ids);
    if (ids.some((id) => !shareable.has(id))) throw new Failure('forbidden');
  }
}

const isDealCard = (kind: CardKind): boolean => DEAL_CARD_KINDS.includes(kind as DealCardKind);

async function findShareable(
  services: Services,
  viewer: SignedInViewer,
  kind: CardKind,
  ids: readonly number[],
): Promise<Set<number>> {
  if (kind === 'publication')
    return idsWhere(await listPublicationCards(services, viewer, ids), ({ mayShare }) => mayShare);
  if (kind === 'track') return idsWhere(await listSharedTracks(services, viewer, ids), ({ mayShare }) => mayShare);
  if (kind === 'playlist')
    return idsWhere(await listSharedPlaylists(services, viewer, ids), ({ may_share }) => may_share === 1);
  return new Set(ids);
}

const idsWhere = <Thing>(things: ReadonlyMap<number, Thing>, may: (thing: Thing) => boolean): Set<number> =>
  new Set([...things].filter(([, thing]) => may(thing)).map(([id]) => id));

/** Cards are presented without staff permissions. */
const asPerson = ({ userId, lang }: Reader): SignedInViewer => ({
  userId,
  sessionId: 0,
  isStaff: false,
  isSuperuser: false,
  isPaid: false,
  lang,
  ip: '',
});

const goneCard = ({ lang }: Reader, { kind, id }: CardRef): ChatCard => ({
  kind,
  id,
  link: KINDS[kind].path === '' ? '' : `${KINDS[kind].path}/${id}`,
  title: texts.t(lang, `dialogs.gone.${kind}`),
  about: '',
  photo: null,
  state: 'gone',
  mine: 0,
});

async function presentUsers(services: Services, viewer: SignedInViewer, ids: readonly number[]) {
  const cards = new Map<number, ChatCard>();
  for (const [id, { firstname, lastname, position, photo }] of await listUserCards(services, viewer, ids)) {
    cards.set(id, {
      kind: 'user',
      id,
      link: `/user/${id}`,
      title: `${firstname} ${lastname}`.trim(),
      about: position,
      photo,
      state: 'active',
      mine: id === viewer.userId ? 1 : 0,
    });
  }
  return cards;
}

async function presentPublications(services: Services, viewer: SignedInViewer, ids: readonly number[]) {
  const cards = new Map<number, ChatCard>();
  for (const [id, { authorId, author, text, photo }] of await listPublicationCards(services, viewer, ids)) {
    cards.set(id, {
      kind: 'publication',
      id,
      link: `/user/${authorId}/social/${id}`,
      title: text || author,
      about: text ? author : '',
      photo,
      state: 'active',
      mine: authorId === viewer.userId ? 1 : 0,
    });
  }
  return cards;
}

async function presentTracks(services: Services, viewer: SignedInViewer, ids: readonly number[]) {
  const cards = new Map<number, ChatCard>();
  for (const [id, { track }] of await listSharedTracks(services, viewer, ids)) {
    cards.set(id, {
      kind: 'track',
      id,
      link: `/user/${track.user_id}/audio/${track.playlist_id}`,
      title: track.title,
      about: track.artist,
      photo: track.cover,
      state: 'active',
      mine: track.own,
    });
  }
  return cards;
}

async function presentPlaylists(services: Services, viewer: SignedInViewer, ids: readonly number[]) {
  const cards = new Map<number, ChatCard>();
  for (const [id, playlist] of await listSharedPlaylists(services, viewer, ids)) {
    cards.set(id, {
      kind: 'playlist',
      id,
      link: `/user/${playlist.user_id}/audio/${id}`,
      title: playlist.name,
      about: `${playlist.firstname} ${playlist.lastname}`.trim(),
      photo: playlist.image,
      state: 'active',
      mine: playlist.own,
    });
  }
  return cards;
}

async function presentStreams(services: Services, viewer: SignedInViewer, ids: readonly number[]) {
  const cards = new Map<number, ChatCard>();
  for (const [id, { userId, name, theme, state, poster, link }] of await listStreamCards(services, viewer, ids)) {
    cards.set(id, {
      kind: 'stream',
      id,
      link,
      title: theme,
      about: name,
      photo: poster,
      stream_state: state,
      state: 'active',
      mine: userId === viewer.userId ? 1 : 0,
    });
  }
  return cards;
}
