import type { Publication, PublicationFile } from '@app/contract/publishing/publications';

/** Who is signed in, as the root of the site tells it. */
export const reader = {
  user_id: 2,
  user_photo: null,
  permissions: [],
  user_firstname: 'Анна',
  user_lastname: 'Лебедева',
  user_middlename: '',
  user_payed: 1,
};

export const photoOf = (id: number, change: Partial<PublicationFile> = {}): PublicationFile => ({
  id,
  kind: 'photo',
  url: `/media/posts/${id}/1600.webp`,
  preview: `/media/posts/${id}/800.webp`,
  variants: { 400: `/media/posts/${id}/400.webp`, 800: `/media/posts/${id}/800.webp` },
  width: 1600,
  height: 1200,
  thumbhash: '',
  alt: '',
  duration_ms: 0,
  state: 'ready',
  progress: 0,
  hls: null,
  motion: null,
  ...change,
});

export const publicationOf = (id: number, change: Partial<Publication> = {}): Publication => ({
  publish_id: id,
  publish_user_id: 7,
  user_photo: null,
  firstname: 'Мария',
  lastname: 'Ветрова',
  publish_type: 0,
  publish_description: 'Старый причал',
  text_only: 0,
  content: [photoOf(id * 10), photoOf(id * 10 + 1)],
  like_count: 3,
  comments: 0,
  liked: 0,
  subscribe: 0,
  kept: 0,
  timestamp: '2026-11-15T04:02:00.000Z',
  edited: null,
  audience: 'all',
  commenters: 'all',
  may_comment: 1,
  may_share: 1,
  own: 0,
  state: 'published',
  publish_at: null,
  muted_by: '',
  mentions: {},
  ...change,
});
