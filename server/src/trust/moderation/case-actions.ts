import type { CaseAction, CaseKind } from '@app/contract/trust/cases';

interface CaseActionContext {
  kind: CaseKind;
  /** The thing is there and can be taken down. */
  canHide: boolean;
  /** It is about somebody who may be measured: not about nobody, staff only by superusers, nobody by themselves. */
  isAboutPerson: boolean;
  maySuspend: boolean;
}

/** What may be decided about a case, in the order in which it is offered. */
export function actionsFor({ kind, canHide, isAboutPerson, maySuspend }: CaseActionContext): CaseAction[] {
  if (kind === 'appeal') return isAboutPerson ? ['keep', 'lift'] : [];
  const about: readonly CaseAction[] = isAboutPerson ? ['limit', 'freeze'] : [];
  return [
    'nothing',
    ...(isAboutPerson ? (['warn'] as const) : []),
    ...(canHide ? (['hide'] as const) : []),
    ...about,
    ...(isAboutPerson && maySuspend ? (['suspend'] as const) : []),
  ];
}
