import { publicationsApi } from '@app/contract/publishing/publications';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { addPublication } from './add-publication.ts';
import { addTextPublication } from './add-text-publication.ts';
import { addComment, editComment } from './comments/comment.ts';
import { listCommentEdits, listComments } from './comments/list-comments.ts';
import { deleteComment, hideComment, likeComment } from './comments/moderate-comment.ts';
import { deletePublication } from './delete-publication.ts';
import { editPublication } from './edit-publication.ts';
import { getFeed } from './feed.ts';
import { saveFeedPosition } from './feed-position.ts';
import { getLiked, likePublication, listLikers } from './like.ts';
import {
  getPublication,
  listDrafts,
  listEdits,
  listUserPublications,
  searchPublications,
  suggestTags,
} from './list-publications.ts';
import { suggestPeople } from './suggest-people.ts';

/** Unclaimed files are in the domain publication-files; following is in follows. */
export function registerPublications(app: FastifyInstance, services: Services): void {
  bind(app, services, publicationsApi, {
    add: ({ viewer, body, files, idempotency }) =>
      addPublication(services, viewer, { draft: body, received: files.publish_content ?? [] }, idempotency),
    addText: ({ viewer, body, idempotency }) => addTextPublication(services, viewer, body, idempotency),
    edit: ({ viewer, body }) => editPublication(services, viewer, body),
    history: ({ viewer, params }) => listEdits(services, viewer, params.id),
    remove: ({ viewer, body }) => deletePublication(services, viewer, body.publish_id),
    byUser: ({ viewer, query }) => listUserPublications(services, viewer, query),
    drafts: ({ viewer, query }) => listDrafts(services, viewer, query),
    one: ({ viewer, params }) => getPublication(services, viewer, params.id),
    feed: ({ viewer, params, query }) => getFeed(services, viewer, params.id, query),
    markFeed: ({ viewer, body }) => saveFeedPosition(services, viewer, body),
    search: ({ viewer, query }) => searchPublications(services, viewer, query),
    tags: ({ query }) => suggestTags(services, query),
    people: ({ viewer, query }) => suggestPeople(services, viewer, query),
    like: ({ viewer, body }) => likePublication(services, viewer, body.publish_id, body.liked === 1),
    likes: ({ viewer, params }) => getLiked(services, viewer, params.id),
    likers: ({ viewer, params, query }) => listLikers(services, viewer, params.id, query),
    comments: ({ viewer, params, query }) => listComments(services, viewer, params.id, query),
    addComment: ({ viewer, body, idempotency }) => addComment(services, viewer, body, idempotency),
    editComment: ({ viewer, body }) => editComment(services, viewer, body),
    removeComment: ({ viewer, body }) => deleteComment(services, viewer, body.comment_id),
    hideComment: ({ viewer, body }) =>
      hideComment(services, viewer, { id: body.comment_id, hidden: body.hidden === 1 }),
    commentHistory: ({ viewer, params }) => listCommentEdits(services, viewer, params.id),
    likeComment: ({ viewer, body }) => likeComment(services, viewer, body.comment_id, body.liked === 1),
  });
}
