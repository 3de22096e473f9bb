import { z } from 'zod';
import { IMAGE_MAX_BYTES } from '../files/media.ts';
import { UPLOAD_ERRORS, UPLOAD_MAX_BYTES, uploadId } from '../files/uploads.ts';
import { AD_KINDS, AdPhoto, PRICE_PERIODS } from '../market/ads.ts';
import { audience } from '../people/privacy.ts';
import { endpoint, type FileField } from '../platform/endpoint.ts';
import type { ErrorCode } from '../platform/errors.ts';
import {
  bit,
  flag,
  id,
  idList,
  optionalId,
  requiredText,
  search,
  text,
  timestamp,
  wholeNumber,
} from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';

export const PUBLISH_PHOTOS_MAX = 6;
export const PUBLISH_DESCRIPTION_MAX = 5000;
export const PUBLISH_ALT_MAX = 1000;
export const PUBLISH_COMMENT_MAX = 2000;
/** Page size of the feed, fixed by the specification. */
export const FEED_PAGE_SIZE = 2;
export const PUBLISH_PAGE_SIZE = 12;
export const PUBLISH_PAGE_MAX = 50;
export const PUBLISH_COMMENTS_PAGE_SIZE = 20;
export const PUBLISH_COMMENTS_PAGE_MAX = 100;
/** Replies included with a comment; `reply_to` loads the rest. */
export const PUBLISH_REPLIES_SHOWN = 5;
export const PUBLISH_DRAFTS_MAX = 50;
export const PUBLISH_TAGS_MAX = 30;
export const PUBLISH_MENTIONS_MAX = 20;
export const PUBLISH_VIDEO_MAX_MS = 60 * 60_000;
/** Delay before pages reload after a deletion, milliseconds. */
export const PUBLISH_REFRESH_MS = 2000;
export const PUBLISH_PLAN_DAYS = 365;
export const PUBLISH_VIDEO_MAX_BYTES = UPLOAD_MAX_BYTES.post;

/**
 * `#` followed by letters of any alphabet, digits and `_`, with at least one letter. Stored in lower case, with ё as е.
 */
export const TAG_PATTERN = /#([\p{L}\p{N}_]{1,60})/gu;
export const MENTION_PATTERN = /(?<![\p{L}\p{N}_@.])@([A-Za-z0-9_.-]{3,60})/gu;

export const PUBLICATION_FILE_ERRORS = [
  'file_empty',
  'file_too_large',
  'too_many_files',
  'unprocessable_image',
  'unprocessable_video',
  'video_too_long',
  'unsupported_media',
  'upload_aborted',
  'unsent_full',
  'storage_full',
] as const satisfies readonly ErrorCode[];

export const PUBLICATION_FILE_KINDS = ['photo', 'video'] as const;

/** A file field of the publication endpoints; the type is detected from the content. */
const publicationFile = (maxCount: number): FileField => ({
  kind: 'any',
  maxCount,
  maxBytes: PUBLISH_VIDEO_MAX_BYTES,
  maxBytesOf: { image: IMAGE_MAX_BYTES, video: PUBLISH_VIDEO_MAX_BYTES, audio: 0, other: 0 },
});

/** A photo or video of a publication. The addresses work for everybody who may view the publication. */
export const PublicationFile = z.object({
  id: z.number().int(),
  kind: z.enum(PUBLICATION_FILE_KINDS),
  /**
   * The 1600 variant of a photo, or the MP4 of a video. While a video is transcoded: the original if browsers can play
   * it, else ''.
   */
  url: z.string(),
  preview: z.string(),
  variants: z.record(z.string(), z.string()),
  /** Pixels after rotation to upright. */
  width: z.number().int(),
  height: z.number().int(),
  thumbhash: z.string(),
  alt: z.string(),
  duration_ms: z.number().int(),
  /**
   * State of a video; photos are `ready`. `failed`: transcoding failed, only the original exists. `original`: this
   * installation cannot transcode.
   */
  state: z.enum(['processing', 'ready', 'failed', 'original']),
  progress: z.number().int(),
  /** HLS playlist; null without renditions. */
  hls: z.string().nullable(),
  /** A short silent video of an animated image (GIF, WebP) once transcoded; the other fields show a still image. */
  motion: z.string().nullable(),
});
export type PublicationFile = z.infer<typeof PublicationFile>;

/** The ad of a publication, as it is now. `gone`: others are not shown it any more; then the rest is empty. */
export const PublicationAd = z.object({
  board_id: z.number().int(),
  title: z.string(),
  /** Whole roubles; 0 = not stated. */
  price: z.number().int(),
  kind: z.enum(AD_KINDS).optional(),
  price_period: z.enum(PRICE_PERIODS).optional(),
  city: z.string(),
  photo: AdPhoto.nullable(),
  state: z.enum(['active', 'reserved', 'sold', 'gone']),
});
export type PublicationAd = z.infer<typeof PublicationAd>;

const author = {
  publish_user_id: z.number().int(),
  user_photo: z.string().nullable(),
  firstname: z.string(),
  lastname: z.string(),
};

export const PUBLISH_STATES = ['draft', 'planned', 'published'] as const;
export const PUBLISH_COMMENTERS = ['all', 'circle', 'nobody'] as const;

export const Publication = z.object({
  publish_id: z.number().int(),
  ...author,
  /** 0: photos, 1: video. */
  publish_type: z.union([z.literal(0), z.literal(1)]),
  publish_description: z.string(),
  /** 1: words alone, without photos or a video; `publish_type` is 0 then and `content` empty. */
  text_only: bit,
  content: z.array(PublicationFile),
  like_count: z.number().int(),
  comments: z.number().int(),
  liked: bit,
  subscribe: bit,
  kept: bit,
  timestamp: timestamp,
  edited: timestamp.nullable(),
  audience,
  commenters: z.enum(PUBLISH_COMMENTERS),
  may_comment: bit,
  may_share: bit,
  own: bit,
  state: z.enum(PUBLISH_STATES),
  publish_at: timestamp.nullable(),
  /** The viewer's muted word because of which the publication is collapsed, or ''. */
  muted_by: z.string(),
  /** Existing users mentioned in the text: login -> id, with the login as written (without trailing full stops). */
  mentions: z.record(z.string(), z.number().int()),
  /** Id of the recorded stream whose chat is replayed beside the video; absent otherwise. */
  stream_id: z.number().int().optional(),
  /** Absent without an ad, and for readers who are not in the ad's audience. */
  board: PublicationAd.optional(),
  /** The viewer's own publication that others do not see: hidden by staff for the reason, or under review. */
  withheld: z.object({ state: z.enum(['hidden', 'review']), reason: z.string() }).optional(),
});
export type Publication = z.infer<typeof Publication>;

export const PublicationReply = z.object({
  id: z.number().int(),
  publish_id: z.number().int(),
  message: z.string(),
  user_id: z.number().int(),
  user: z.object({
    id: z.number().int(),
    firstname: z.string(),
    lastname: z.string(),
    photo: z.string().nullable(),
  }),
  firstname: z.string(),
  lastname: z.string(),
  user_photo: z.string().nullable(),
  timestamp: timestamp,
  edited: bit,
  /**
   * 1: hidden by the publication's author; only the comment's author, the publication's author and staff still see the
   * comment.
   */
  hidden: bit,
  own: bit,
  /** 1: deleted after others had replied; an empty comment keeps the replies together. */
  deleted: bit,
  like_count: z.number().int(),
  liked: bit,
  reply_to: z.number().int().nullable(),
  /** The viewer's muted word because of which the comment is collapsed, or ''. */
  muted_by: z.string(),
  /** As `mentions` of a publication; absent without mentions. */
  mentions: z.record(z.string(), z.number().int()).optional(),
  /** The viewer's own comment that staff hid, with their reason; absent otherwise. */
  withheld: z.object({ reason: z.string() }).optional(),
});
export type PublicationReply = z.infer<typeof PublicationReply>;

export const PublicationComment = PublicationReply.extend({
  replies: z.array(PublicationReply),
  replies_total: z.number().int(),
});
export type PublicationComment = z.infer<typeof PublicationComment>;

const LikeState = z.object({ liked: bit, count: z.number().int() });
const Params = z.object({ id });
const cursor = z.string().regex(/^\d{1,17}\.\d{1,15}$/);
/** `next` of the previous page: stable while others publish. Replaces `page`. */
const after = cursor.optional();
const Page = z.object({ list: z.array(Publication), total, next: z.string().nullable() });
const paging = { after, ...pagePaging(PUBLISH_PAGE_SIZE, PUBLISH_PAGE_MAX) };

const textFields = {
  publish_description: text(PUBLISH_DESCRIPTION_MAX).optional(),
  audience: audience.optional(),
  commenters: z.enum(PUBLISH_COMMENTERS).optional(),
  may_share: flag.optional(),
  /** An own ad that others are shown; empty removes the ad. */
  board_id: optionalId,
};
/** Alternative texts in the order of the files; forms send JSON. */
const alts = z
  .preprocess(
    (value) => {
      if (typeof value !== 'string') return value;
      try {
        return JSON.parse(value);
      } catch {
        return value;
      }
    },
    z.array(text(PUBLISH_ALT_MAX)).max(PUBLISH_PHOTOS_MAX),
  )
  .optional();

export const publicationsApi = {
  add: endpoint('PUT', '/api/publish/add', 'paid', {
    summary:
      'Publish up to six photos or one video: sent with the request (`publish_content[]`) or before it (`file_ids`). `draft` 1 saves a draft, `publish_at` schedules it. `publish_type` follows from the files.',
    body: z.object({
      ...textFields,
      publish_type: z.unknown().optional(),
      file_ids: idList(PUBLISH_PHOTOS_MAX).optional(),
      alts,
      draft: flag.optional(),
      publish_at: timestamp.optional(),
    }),
    files: { publish_content: publicationFile(PUBLISH_PHOTOS_MAX) },
    response: Publication,
    errors: [
      'not_found',
      'subscription_required',
      'publication_empty',
      'video_alone',
      'drafts_full',
      ...PUBLICATION_FILE_ERRORS,
    ],
    limit: { max: 60, seconds: 3600 },
  }),
  addText: endpoint('PUT', '/api/publish/text', 'paid', {
    summary:
      'Publish words without a file. `publish_id` takes an own draft or planned publication, whose files are removed. `publish_at` schedules it.',
    body: z.object({
      ...textFields,
      publish_description: requiredText(PUBLISH_DESCRIPTION_MAX),
      publish_id: id.optional(),
      publish_at: timestamp.optional(),
    }),
    response: Publication,
    errors: ['not_found', 'forbidden', 'subscription_required', 'drafts_full'],
    limit: { max: 60, seconds: 3600 },
  }),
  edit: endpoint('POST', '/api/publish/edit', 'user', {
    summary:
      'Change an own publication or draft: text, order of the files (`file_ids`, which also takes new ones), alt texts, cover. Omitted fields stay. `publish` 1 publishes a draft now.',
    body: z.object({
      publish_id: id,
      ...textFields,
      file_ids: idList(PUBLISH_PHOTOS_MAX).optional(),
      alts,
      /** Time of the video frame used as the poster, milliseconds. */
      poster_ms: wholeNumber(0, PUBLISH_VIDEO_MAX_MS).optional(),
      publish: flag.optional(),
      publish_at: timestamp.nullable().optional(),
    }),
    response: Publication,
    errors: ['forbidden', 'not_found', 'subscription_required', 'publication_empty', 'video_alone', 'conflict'],
    // The editor saves drafts with this endpoint, at most every two seconds.
    limit: { max: 120, seconds: 60 },
  }),
  history: endpoint('GET', '/api/publish/history/{id}', 'public', {
    summary: 'Earlier versions of a publication, newest first, for those who may see it.',
    standby: true,
    params: Params,
    response: z.object({ list: z.array(z.object({ publish_description: z.string(), timestamp: timestamp })) }),
    errors: ['not_found'],
  }),
  remove: endpoint('PUT', '/api/publish/del', 'user', {
    summary: 'Delete an own publication or draft; staff may delete any.',
    body: z.object({ publish_id: id }),
    response: z.object({ publish_id: z.number().int() }),
    errors: ['forbidden', 'not_found'],
  }),
  uploadFile: endpoint('PUT', '/api/publish/files', 'paid', {
    summary:
      'Upload one photo or video for a later publication: sent with the request, or a finished resumable upload. Repeated with the same `Idempotency-Key`, it is stored once. Unused files are deleted after a day.',
    body: z.object({ upload_id: uploadId.optional() }),
    files: { file: publicationFile(1) },
    response: PublicationFile,
    errors: ['subscription_required', ...PUBLICATION_FILE_ERRORS, ...UPLOAD_ERRORS],
    limit: { max: 300, seconds: 3600 },
  }),
  file: endpoint('GET', '/api/publish/files/{id}', 'user', {
    summary: 'State of an own file, or of a file of a visible publication.',
    params: Params,
    response: PublicationFile,
    errors: ['not_found'],
  }),
  removeFile: endpoint('DELETE', '/api/publish/files/{id}', 'user', {
    summary: 'Delete an own file that is not in use.',
    params: Params,
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
  byUser: endpoint('GET', '/api/publish/get/by/user', 'public', {
    summary: 'Publications of `user_id` (mine without it) that the viewer may see, newest first.',
    standby: true,
    query: z.object({ user_id: optionalId, ...paging }),
    response: Page,
    errors: ['unauthorized', 'not_found'],
  }),
  drafts: endpoint('GET', '/api/publish/drafts', 'user', {
    summary: 'My drafts and planned publications, the last changed first.',
    query: z.object(pagePaging(PUBLISH_PAGE_SIZE, PUBLISH_PAGE_MAX)),
    response: z.object({ list: z.array(Publication), total }),
  }),
  one: endpoint('GET', '/api/publish/get/by/{id}', 'public', {
    summary: 'One publication.',
    standby: true,
    params: Params,
    response: Publication,
    errors: ['not_found', 'gone'],
  }),
  feed: endpoint('GET', '/api/publish/subscribed/get/{id}', 'user', {
    summary:
      'The viewer’s feed: publications of followed users and friends, newest first, not ranked. `id` is the viewer’s own. `from=mark` starts where the viewer stopped, or at the top when nothing is unread; `newer` counts the publications above.',
    standby: true,
    params: Params,
    query: z.object({
      after,
      /** Only newer than this cursor (`next` or `mark` of a response), newest first. */
      before: after,
      from: z.enum(['top', 'mark']).optional(),
      /** 0: `newer` and `fresh` are not needed and stay 0. */
      counts: flag.default(1),
      ...pagePaging(FEED_PAGE_SIZE, PUBLISH_PAGE_MAX),
    }),
    response: z.object({
      list: z.array(Publication),
      /** A lower bound: all items up to this page, plus one when there are more. */
      total,
      next: z.string().nullable(),
      /** Cursor of each item, in order; `mark` is set to one of them. */
      cursors: z.array(z.string()),
      /** The viewer's reading position on any device; null before the first. */
      mark: z.string().nullable(),
      /** Number of items above this page, counted up to 100. 0 with `before`, whose page begins at the top, and with `counts=0`. */
      newer: z.number().int(),
      /** Those of `newer` that the viewer has seen on no device. */
      fresh: z.number().int(),
      /** With `from=mark`: where the viewer stopped; null when nothing is unread. */
      border: z.string().nullable(),
    }),
    errors: ['forbidden'],
  }),
  markFeed: endpoint('PUT', '/api/publish/subscribed/mark', 'user', {
    summary:
      'Save the reading position of the feed as a cursor. The viewer’s other devices reopen there. `first` is the top of the shown list, `end` 1 says that its end was read.',
    body: z.object({ mark: cursor, first: cursor.optional(), end: flag.optional() }),
    response: z.object({ mark: z.string() }),
  }),
  search: endpoint('GET', '/api/publish/search', 'public', {
    summary: 'Publications by words of any form, `#tags` and `@logins`, that the viewer may see, newest first.',
    standby: true,
    query: z.object({ search, ...paging }),
    response: Page,
  }),
  tags: endpoint('GET', '/api/publish/tags', 'public', {
    summary: 'Tags that begin like the input, the most used first: for suggestions while typing.',
    standby: true,
    query: z.object({ search }),
    response: z.object({ list: z.array(z.object({ tag: z.string(), count: z.number().int() })) }),
  }),
  people: endpoint('GET', '/api/publish/people', 'user', {
    summary: 'The viewer’s friends whose name or login begins like the input: for suggestions while mentioning.',
    standby: true,
    query: z.object({ search }),
    response: z.object({ list: z.array(PublicationReply.shape.user.extend({ login: z.string() })) }),
  }),
  like: endpoint('PUT', '/api/publish/liked', 'user', {
    summary: 'Like (`liked` 1) or unlike (0) a publication; repeating changes nothing.',
    body: z.object({ publish_id: id, liked: flag }),
    response: LikeState,
    errors: ['not_found', 'blocked'],
  }),
  likes: endpoint('GET', '/api/publish/liked/get/{id}', 'public', {
    summary: 'Whether the viewer likes a publication, and how many users do.',
    standby: true,
    params: Params,
    response: LikeState,
    errors: ['not_found'],
  }),
  likers: endpoint('GET', '/api/publish/likers/{id}', 'user', {
    summary: 'Users who like a publication, the latest first.',
    standby: true,
    params: Params,
    query: z.object(pagePaging(24, 100)),
    response: z.object({ list: z.array(PublicationComment.shape.user), total }),
    errors: ['not_found'],
  }),
  comments: endpoint('GET', '/api/publish/comment/get/{id}', 'public', {
    summary:
      'Comments of the publication `id`, newest first, with the first replies of each; `reply_to` lists the replies of one, oldest first.',
    standby: true,
    params: Params,
    query: z.object({
      reply_to: optionalId,
      comment_id: optionalId,
      after_id: optionalId,
      ...pagePaging(PUBLISH_COMMENTS_PAGE_SIZE, PUBLISH_COMMENTS_PAGE_MAX),
    }),
    response: z.object({
      list: z.array(PublicationComment),
      total,
      count: z.number().int(),
      may_comment: bit,
      /**
       * Why the viewer may not comment: `guest` (not signed in), `circle` (friends only), `nobody`, `withheld` (the
       * viewer's own publication, which others do not see); '' if allowed.
       */
      closed: z.enum(['', 'guest', 'circle', 'nobody', 'withheld']),
      may_hide: bit,
    }),
    errors: ['not_found'],
  }),
  addComment: endpoint('PUT', '/api/publish/comment/add', 'user', {
    summary: 'Comment a publication, or answer a comment (`reply_to`).',
    body: z.object({ publish_id: id, message: requiredText(PUBLISH_COMMENT_MAX), reply_to: optionalId }),
    response: PublicationComment,
    errors: ['not_found', 'comments_closed', 'blocked'],
    limit: { max: 120, seconds: 3600 },
  }),
  editComment: endpoint('POST', '/api/publish/comment/edit', 'user', {
    summary: 'Change an own comment.',
    body: z.object({ comment_id: id, message: requiredText(PUBLISH_COMMENT_MAX) }),
    response: PublicationComment,
    errors: ['forbidden', 'not_found', 'comments_closed'],
    limit: { max: 120, seconds: 3600 },
  }),
  removeComment: endpoint('PUT', '/api/publish/comment/del', 'user', {
    summary: 'Delete an own comment; staff may delete any.',
    body: z.object({ comment_id: id }),
    response: z.object({ comment_id: z.number().int() }),
    errors: ['forbidden', 'not_found'],
  }),
  hideComment: endpoint('PUT', '/api/publish/comment/hide', 'user', {
    summary: 'The publication’s author hides a comment under it, or shows it again.',
    body: z.object({ comment_id: id, hidden: flag }),
    response: PublicationComment,
    errors: ['forbidden', 'not_found'],
  }),
  commentHistory: endpoint('GET', '/api/publish/comment/history/{id}', 'staff', {
    summary: 'Earlier versions of a comment, newest first.',
    params: Params,
    response: z.object({ list: z.array(z.object({ message: z.string(), timestamp: timestamp })) }),
    errors: ['not_found'],
  }),
  likeComment: endpoint('PUT', '/api/publish/comment/liked', 'user', {
    summary: 'Like or unlike a comment; repeating changes nothing.',
    body: z.object({ comment_id: id, liked: flag }),
    response: LikeState,
    errors: ['not_found', 'blocked'],
  }),
};

/** Progress of transcoding, for the video's owner on the user channel. A hint: `publish/files/{id}` decides. */
export interface PublicationFileEvent {
  type: 'post_file';
  file_id: number;
  publish_id: number | null;
  state: PublicationFile['state'];
  progress: number;
}
