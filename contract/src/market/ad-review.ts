import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { id, requiredLine, requiredText, singleLine } from '../platform/fields.ts';
import { offsetPaging, total } from '../platform/paging.ts';
import { COMPLAINT_REASONS } from '../trust/complaints.ts';
import { Board } from './ads.ts';

export const BLOCKLIST_WORD_MAX = 60;

export const BlocklistWord = z.object({ id: z.number().int(), word: z.string(), reason: z.string() });
export type BlocklistWord = z.infer<typeof BlocklistWord>;

export const moderationApi = {
  listHeld: endpoint('GET', ['/api/boards/review', '/api/board/review'], 'staff', {
    permission: 'moderation.decide',
    summary: 'Ads held for review, the oldest first.',
    query: z.object(offsetPaging(10, 100)),
    response: z.object({ boards: z.array(Board), total }),
  }),
  decide: endpoint('POST', ['/api/boards/review', '/api/board/review'], 'staff', {
    permission: 'moderation.decide',
    summary:
      'Publish an ad held for review, or block it with a reason that its owner reads. Also blocks any other ad. A block is a sanction with its rule (`other` where none is named): its owner may appeal, and publishing lifts it.',
    body: z.object({
      board_id: id,
      decision: z.enum(['publish', 'block']),
      reason: singleLine(500).optional(),
      rule: z.enum(COMPLAINT_REASONS).optional(),
    }),
    response: Board,
    errors: ['not_found'],
  }),
  listBlocklistWords: endpoint('GET', '/api/stopwords', 'staff', {
    permission: 'moderation.decide',
    summary: 'Blocklist words that hold an ad for review.',
    query: z.object(offsetPaging(100, 1000)),
    response: z.object({ words: z.array(BlocklistWord), total }),
  }),
  addBlocklistWord: endpoint('PUT', '/api/stopwords', 'staff', {
    permission: 'moderation.rules',
    summary: 'Add a blocklist word; `reason` is shown to authors.',
    body: z.object({ word: requiredLine(BLOCKLIST_WORD_MAX), reason: requiredText(300) }),
    response: BlocklistWord,
    errors: ['already_exists'],
  }),
  removeBlocklistWord: endpoint('DELETE', '/api/stopwords', 'staff', {
    permission: 'moderation.rules',
    summary: 'Remove a blocklist word.',
    query: z.object({ id }),
    response: z.object({ id: z.number().int() }),
    errors: ['not_found'],
  }),
};
