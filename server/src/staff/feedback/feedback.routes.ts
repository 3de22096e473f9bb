import { FeedbackFilter, feedbackApi } from '@app/contract/staff/feedback';
import type { FastifyInstance } from 'fastify';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { findTimeZone } from '../../platform/find-time-zone.ts';
import { type CsvColumn, streamCsv } from '../../platform/formats/csv.ts';
import { bind } from '../../platform/http/bind.ts';
import { requireStaff } from '../../platform/http/staff-route.ts';
import { addFeedback } from './add-feedback.ts';
import { answerFeedback } from './answer-feedback.ts';
import {
  countUnopenedAnswers,
  countUnseenWriters,
  deleteFeedback,
  eachWriter,
  type FeedbackCsvRow,
  getThread,
  listFeedback,
  listOwnFeedback,
  markAnswersSeen,
  markFeedbackSeen,
} from './feedback.queries.ts';

const COLUMNS: readonly CsvColumn<FeedbackCsvRow>[] = [
  { name: 'user_id', value: ({ user_id }) => user_id },
  { name: 'name', value: ({ user_name }) => user_name },
  { name: 'email', value: ({ email }) => email },
  { name: 'time', value: ({ created_at }) => created_at },
  { name: 'message', value: ({ message }) => message },
  { name: 'messages', value: ({ count }) => count },
  { name: 'unread', value: ({ unread }) => unread },
  { name: 'answered', value: ({ answered }) => answered },
];

export function registerFeedback(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;
  bind(app, services, feedbackApi, {
    add: ({ viewer, body, idempotency }) => addFeedback(services, viewer, body.message, idempotency),
    own: ({ viewer, query }) => listOwnFeedback(db, viewer.userId, query),
    markOwnSeen: async ({ viewer, body }) => {
      await markAnswersSeen(db, viewer.userId, body.up_to, clock());
      return { unread: await countUnopenedAnswers(db, viewer.userId) };
    },
    list: async ({ viewer, query }) => {
      await recordStaffAction(db, viewer, clock(), { action: 'feedback.read', details: { ...query } });
      return listFeedback(db, query);
    },
  });
  app.downloads.push({
    paths: ['/api/feedback/export.csv'],
    types: ['text/csv'],
    access: 'staff',
    permission: 'feedback.read',
    summary: 'People who wrote to the operator, as a table.',
    query: FeedbackFilter,
  });
  app.get('/api/feedback/export.csv', async (request, reply) => {
    const viewer = await requireStaff(services, request, 'feedback.read');
    const filter = FeedbackFilter.safeParse(request.query);
    if (!filter.success) throw new Failure('invalid_input');
    await recordStaffAction(db, viewer, clock(), { action: 'feedback.export', details: filter.data });
    const timeZone = await findTimeZone(db, viewer.userId);
    return streamCsv(reply, 'okolo-feedback', COLUMNS, eachWriter(db, filter.data), timeZone);
  });
  bind(app, services, feedbackApi, {
    unread: () => countUnseenWriters(db),
    thread: async ({ viewer, params, query }) => {
      const thread = await getThread(db, params.user_id, query);
      await recordStaffAction(db, viewer, clock(), {
        action: 'feedback.read',
        object: `user:${params.user_id}`,
        aboutUserId: params.user_id,
      });
      return thread;
    },
    answer: ({ viewer, params, body, idempotency }) =>
      answerFeedback(
        services,
        viewer,
        { userId: params.user_id, message: body.message, upTo: body.up_to },
        idempotency,
      ),
    markSeen: async ({ viewer, params: { user_id }, body }) => {
      const count = await db.transaction().execute(async (tx) => {
        const seen = await markFeedbackSeen(tx, user_id, clock(), body.up_to);
        const action = { action: 'feedback.see', object: `user:${user_id}`, aboutUserId: user_id };
        if (seen) await recordStaffAction(tx, viewer, clock(), action);
        return seen;
      });
      if (count === undefined) throw new Failure('not_found');
      return { count };
    },
    remove: async ({ viewer, params: { user_id } }) => {
      await db.transaction().execute(async (tx) => {
        const count = await deleteFeedback(tx, user_id);
        if (count === 0) throw new Failure('not_found');
        const action = {
          action: 'feedback.remove',
          object: `user:${user_id}`,
          aboutUserId: user_id,
          details: { count },
        };
        await recordStaffAction(tx, viewer, clock(), action);
      });
      return { user_id };
    },
  });
}
