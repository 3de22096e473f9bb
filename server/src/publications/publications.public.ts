import type { Audience } from '@app/contract/privacy';
import type { Tx } from '../database.ts';
import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import type { Commenters } from './publications.tables.ts';

/** What a card in a dialog or a collection shows of a publication that its reader may see. */
export interface PublicationCard {
  id: number;
  authorId: number;
  /** Name of the author. */
  author: string;
  /** The description in one line, cut at a word; '' where there is none. */
  text: string;
  /** A picture of it, or null. */
  photo: string | null;
  isVideo: boolean;
  /** Whether others may send it on. */
  mayShare: boolean;
}

/** Publications as cards, by id; those that this viewer may not see are missing. */
export async function listPublicationCards(
  _services: Pick<Services, 'db' | 'pool'>,
  _viewer: SignedInViewer,
  _ids: readonly number[],
): Promise<Map<number, PublicationCard>> {
  return new Map();
}

export interface DemoPublication {
  user_id: number;
  description: string;
  audience?: Audience;
  commenters?: Commenters;
  published_at: Date;
  /** Files of the author that nothing shows yet. */
  file_ids: readonly number[];
  alts?: readonly string[];
  /** Who likes it. */
  likes?: readonly number[];
  comments?: readonly DemoPublicationComment[];
}

export interface DemoPublicationComment {
  user_id: number;
  message: string;
  created_at: Date;
  likes?: readonly number[];
  replies?: readonly { user_id: number; message: string; created_at: Date }[];
}

/** Insert publications with their likes and comments; the answer is their ids, in order. */
export async function insertDemoPublications(_tx: Tx, _rows: readonly DemoPublication[]): Promise<number[]> {
  return [];
}
