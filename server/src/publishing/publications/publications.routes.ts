import { publicationsApi } from '@app/contract/publishing/publications';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { addPublication } from './add-publication.ts';
import { addComment, editComment } from './comment.ts';
import { deletePublication } from './delete-publication.ts';
import { editPublication } from './edit-publication.ts';
import { getFeed, saveFeedPosition } from './feed.ts';
import { getLiked, likePublication, listLikers } from './like.ts';
import { listCommentEdits, listComments } from './list-comments.ts';
import {
  getPublication,
  listDrafts,
  listEdits,
  listUserPublications,
  searchPublications,
  suggestTags,
} from './list-publications.ts';
import { deleteComment, hideComment, likeComment } from './moderate-comment.ts';
import { suggestPeople } from './suggest-people.ts';

/** Unclaimed files are in the domain publication-files; following is in follows. */
export function registerPublications(app: FastifyInstance, services: Services): void {
  bind(app, services, publicationsApi.add, ({ viewer, body, files, idempotency }) =>
    addPublication(services, viewer, { draft: body, received: files.publish_content ?? [] }, idempotency),
  );
  bind(app, services, publicationsApi.edit, ({ viewer, body }) => editPublication(services, viewer, body));
  bind(app, services, publicationsApi.history, ({ viewer, params }) => listEdits(services, viewer, params.id));
  bind(app, services, publicationsApi.remove, ({ viewer, body }) =>
    deletePublication(services, viewer, body.publish_id),
  );
  bind(app, services, publicationsApi.byUser, ({ viewer, query }) => listUserPublications(services, viewer, query));
  bind(app, services, publicationsApi.drafts, ({ viewer, query }) => listDrafts(services, viewer, query));
  bind(app, services, publicationsApi.one, ({ viewer, params }) => getPublication(services, viewer, params.id));
  bind(app, services, publicationsApi.feed, ({ viewer, params, query }) => getFeed(services, viewer, params.id, query));
  bind(app, services, publicationsApi.markFeed, ({ viewer, body }) => saveFeedPosition(services, viewer, body.mark));
  bind(app, services, publicationsApi.search, ({ viewer, query }) => searchPublications(services, viewer, query));
  bind(app, services, publicationsApi.tags, ({ query }) => suggestTags(services, query));
  bind(app, services, publicationsApi.people, ({ viewer, query }) => suggestPeople(services, viewer, query));
  bind(app, services, publicationsApi.like, ({ viewer, body }) =>
    likePublication(services, viewer, body.publish_id, body.liked === 1),
  );
  bind(app, services, publicationsApi.likes, ({ viewer, params }) => getLiked(services, viewer, params.id));
  bind(app, services, publicationsApi.likers, ({ viewer, params, query }) =>
    listLikers(services, viewer, params.id, query),
  );
  bind(app, services, publicationsApi.comments, ({ viewer, params, query }) =>
    listComments(services, viewer, params.id, query),
  );
  bind(app, services, publicationsApi.addComment, ({ viewer, body, idempotency }) =>
    addComment(services, viewer, body, idempotency),
  );
  bind(app, services, publicationsApi.editComment, ({ viewer, body }) => editComment(services, viewer, body));
  bind(app, services, publicationsApi.removeComment, ({ viewer, body }) =>
    deleteComment(services, viewer, body.comment_id),
  );
  bind(app, services, publicationsApi.hideComment, ({ viewer, body }) =>
    hideComment(services, viewer, { id: body.comment_id, hidden: body.hidden === 1 }),
  );
  bind(app, services, publicationsApi.commentHistory, ({ viewer, params }) =>
    listCommentEdits(services, viewer, params.id),
  );
  bind(app, services, publicationsApi.likeComment, ({ viewer, body }) =>
    likeComment(services, viewer, body.comment_id, body.liked === 1),
  );
}
