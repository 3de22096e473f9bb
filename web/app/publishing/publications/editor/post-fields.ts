import type { Publication } from '@app/contract/publishing/publications';

/** What an author says about a publication besides its files. */
export interface PostFields {
  publish_description: string;
  audience: Publication['audience'];
  commenters: Publication['commenters'];
  may_share: boolean;
  /** When it shall come out; null: at once. */
  publish_at: string | null;
}

export const EMPTY_POST: PostFields = {
  publish_description: '',
  audience: 'all',
  commenters: 'all',
  may_share: true,
  publish_at: null,
};

export function fieldsOfPost(post: Publication): PostFields {
  return {
    publish_description: post.publish_description,
    audience: post.audience,
    commenters: post.commenters,
    may_share: post.may_share === 1,
    publish_at: post.publish_at,
  };
}

/** The words as the calls take them. */
export function wordsOf({ publish_description, audience, commenters, may_share }: PostFields) {
  return { publish_description, audience, commenters, may_share: may_share ? 1 : 0 } as const;
}
