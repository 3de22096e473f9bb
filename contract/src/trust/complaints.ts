import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { id, optionalId, singleLine, text, timestamp } from '../platform/fields.ts';
import { offsetPaging, total } from '../platform/paging.ts';

export const COMPLAINT_MAX = 2000;
export const COMPLAINT_HOURS = 24;
export const COMPLAINT_CLOSE_MS = 2000;

export const COMPLAINT_REASONS = [
  'spam',
  'fraud',
  'forbidden',
  'offensive',
  'wrong_category',
  'outdated',
  'stolen_photos',
  'copyright',
  'other',
] as const;
export type ComplaintReason = (typeof COMPLAINT_REASONS)[number];
export const COMPLAINT_ABOUT = [
  'ad',
  'user',
  'comment',
  'publication',
  'publication_comment',
  'audio',
  'deal_review',
] as const;
export const HOLDER_MAX = 200;
export const COMPLAINT_STATUSES = ['open', 'upheld', 'rejected'] as const;

const Complaint = z.object({
  id: z.number().int(),
  about: z.enum(COMPLAINT_ABOUT),
  user_id: z.number().int(),
  user_name: z.string(),
  /** The accused user; null when the ad's owner was deleted. */
  complain_id: z.number().int().nullable(),
  complain_name: z.string(),
  board_id: z.number().int().nullable(),
  board_name: z.string(),
  comment_id: z.number().int().nullable(),
  publish_id: z.number().int().nullable(),
  publish_comment_id: z.number().int().nullable(),
  audio_id: z.number().int().nullable(),
  reason: z.enum(COMPLAINT_REASONS),
  message: z.string(),
  /** Rights holder, with the reason `copyright`; '' otherwise. */
  holder: z.string(),
  status: z.enum(COMPLAINT_STATUSES),
  timestamp: timestamp,
  due: timestamp,
  answer: z.string(),
  evidence: z.object({
    title: z.string(),
    text: z.string(),
    files: z.array(z.number().int()).optional(),
  }),
  /** The case in which the complaint is decided; null for old complaints. */
  case_id: z.number().int().nullable(),
});
export type Complaint = z.infer<typeof Complaint>;

export const OwnComplaint = Complaint.omit({ user_id: true, user_name: true, evidence: true, case_id: true });
export type OwnComplaint = z.infer<typeof OwnComplaint>;

export const complaintsApi = {
  add: endpoint('PUT', ['/api/complains/add', '/api/complain/add'], 'user', {
    summary:
      'Complain about an ad (`board_id`), a person (`complain_id`), a comment (`comment_id`), a review of a deal (`review_id`), a publication (`publish_id`), a comment of one (`publish_comment_id`) or a track (`audio_id`). `copyright` names the `holder`. One open complaint a person and object; `user_id` is not believed.',
    body: z.object({
      user_id: z.unknown().optional(),
      board_id: optionalId,
      complain_id: optionalId,
      comment_id: optionalId,
      review_id: optionalId,
      publish_id: optionalId,
      publish_comment_id: optionalId,
      audio_id: optionalId,
      holder: singleLine(HOLDER_MAX).optional(),
      reason: z.enum(COMPLAINT_REASONS).optional(),
      message: text(COMPLAINT_MAX).optional(),
    }),
    response: OwnComplaint,
    errors: ['not_found', 'gone', 'complaint_open', 'own_complaint'],
    limit: { max: 60, seconds: 3600 },
  }),
  listOwn: endpoint('GET', ['/api/complains/own', '/api/complain/own'], 'user', {
    summary: 'The viewer’s complaints with their deadlines and outcomes, newest first.',
    query: z.object(offsetPaging(10, 100)),
    response: z.object({ complains: z.array(OwnComplaint), total }),
  }),
  list: endpoint('GET', ['/api/complains', '/api/complain'], 'staff', {
    permission: 'complaints.read',
    summary: 'Everybody’s complaints: open ones first, by the time left.',
    query: z.object({
      search: singleLine(200).optional(),
      status: z.enum(COMPLAINT_STATUSES).optional(),
      ...offsetPaging(10, 100),
    }),
    response: z.object({ complains: z.array(Complaint), total }),
  }),
  decide: endpoint('POST', ['/api/complains/{id}', '/api/complain/{id}'], 'staff', {
    permission: 'complaints.decide',
    summary: 'Uphold or reject a complaint; its author gets the outcome.',
    params: z.object({ id }),
    body: z.object({ status: z.enum(['upheld', 'rejected']), answer: text(500).optional() }),
    response: Complaint,
    errors: ['not_found', 'conflict'],
  }),
  remove: endpoint('DELETE', ['/api/complains/{id}', '/api/complain/{id}'], 'staff', {
    permission: 'complaints.decide',
    summary: 'Delete a complaint; an open one counts as reviewed and its author is notified.',
    params: z.object({ id }),
    response: z.object({ id: z.number().int() }),
    errors: ['not_found', 'conflict'],
  }),
};
