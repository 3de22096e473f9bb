import type { Publication, PublicationAd } from '@app/contract/publishing/publications';

export interface PublicationFields {
  publish_description: string;
  audience: Publication['audience'];
  commenters: Publication['commenters'];
  may_share: boolean;
  /** The attached ad; only its id is sent. Drafts of an older version of the site lack it. */
  board?: PublicationAd | null;
  /** Scheduled time; null: publish at once. */
  publish_at: string | null;
}

export const EMPTY_PUBLICATION: PublicationFields = {
  publish_description: '',
  audience: 'all',
  commenters: 'all',
  may_share: true,
  board: null,
  publish_at: null,
};

export function fieldsOfPublication(publication: Publication): PublicationFields {
  return {
    publish_description: publication.publish_description,
    audience: publication.audience,
    commenters: publication.commenters,
    may_share: publication.may_share === 1,
    board: publication.board ?? null,
    publish_at: publication.publish_at,
  };
}

export function bodyFieldsOf({ publish_description, audience, commenters, may_share, board }: PublicationFields) {
  const board_id = board?.board_id ?? '';
  return { publish_description, audience, commenters, may_share: may_share ? 1 : 0, board_id } as const;
}
