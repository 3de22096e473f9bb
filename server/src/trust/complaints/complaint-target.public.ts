import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Evidence } from './complaints.tables.ts';

export interface ComplaintTarget {
  object: string;
  aboutUserId: number;
  ids: {
    ad_id?: number;
    comment_id?: number;
    publish_id?: number;
    publish_comment_id?: number;
    audio_id?: number;
  };
  evidence: Evidence;
}

/** Fields of a complaint that name its target, the most specific first. */
export const TARGET_FIELDS = [
  'comment_id',
  'review_id',
  'board_id',
  'publish_comment_id',
  'publish_id',
  'audio_id',
] as const;

type FindComplaintTarget = (services: Services, viewer: SignedInViewer, id: number) => Promise<ComplaintTarget>;

declare module '../../platform/domain/domain.ts' {
  interface Domain {
    /** What users may complain about; fails with not_found unless the viewer may see it. */
    complaintTargets?: Partial<Record<(typeof TARGET_FIELDS)[number], FindComplaintTarget>>;
  }
}
