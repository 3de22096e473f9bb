import type { SignedInViewer } from '../platform/http/viewer.ts';

/** A moderation case was closed, and with it the complaints in it. */
export interface CaseDecision {
  caseId: number;
  viewer: SignedInViewer;
  status: 'upheld' | 'rejected';
  answer: string;
}

declare module '../platform/domain.ts' {
  interface DomainEvents {
    'case.decided': CaseDecision;
    /** Staff froze the user, who may read but not act. */
    'user.frozen': { userId: number };
  }
}
