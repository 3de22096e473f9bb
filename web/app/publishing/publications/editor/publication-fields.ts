import type { Publication } from '@app/contract/publishing/publications';

export interface PublicationFields {
  publish_description: string;
  audience: Publication['audience'];
  commenters: Publication['commenters'];
  may_share: boolean;
  /** Scheduled time; null: publish at once. */
  publish_at: string | null;
}

export const EMPTY_PUBLICATION: PublicationFields = {
  publish_description: '',
  audience: 'all',
  commenters: 'all',
  may_share: true,
  publish_at: null,
};

export function fieldsOfPublication(publication: Publication): PublicationFields {
  return {
    publish_description: publication.publish_description,
    audience: publication.audience,
    commenters: publication.commenters,
    may_share: publication.may_share === 1,
    publish_at: publication.publish_at,
  };
}

export function bodyFieldsOf({ publish_description, audience, commenters, may_share }: PublicationFields) {
  return { publish_description, audience, commenters, may_share: may_share ? 1 : 0 } as const;
}
