import type { SignedInViewer } from '../platform/http/viewer.ts';
import type { Evidence } from './complaints/complaints.tables.ts';

/** A moderation case was closed, and with it the complaints in it. */
export interface CaseDecision {
  caseId: number;
  viewer: SignedInViewer;
  status: 'upheld' | 'rejected';
  answer: string;
}

declare module '../platform/domain/domain.ts' {
  interface DomainEvents {
    'case.decided': CaseDecision;
    'complaint.upheld': {
      complaint: { object: string; reason: string; holder: string; evidence: Evidence };
      decidedBy: number;
    };
    /** Staff froze the user, who may read but not act. */
    'user.frozen': { userId: number };
  }
}
