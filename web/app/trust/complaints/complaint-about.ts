export type ComplaintAbout =
  | { board_id: number }
  | { complain_id: number }
  | { comment_id: number }
  | { review_id: number }
  | { publish_id: number }
  | { publish_comment_id: number }
  | { audio_id: number };

export type ComplaintKind = 'ad' | 'user' | 'comment' | 'publication' | 'publication_comment' | 'audio' | 'deal_review';

const KINDS: readonly (readonly [name: string, kind: ComplaintKind])[] = [
  ['comment_id', 'comment'],
  ['review_id', 'deal_review'],
  ['publish_comment_id', 'publication_comment'],
  ['publish_id', 'publication'],
  ['audio_id', 'audio'],
  ['complain_id', 'user'],
];

export const complaintKind = (about: ComplaintAbout): ComplaintKind =>
  KINDS.find(([name]) => name in about)?.[1] ?? 'ad';
