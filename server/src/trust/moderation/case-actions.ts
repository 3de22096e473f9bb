import type { CaseAction, CaseKind } from '@app/contract/trust/cases';

interface CaseActionContext {
  kind: CaseKind;
  /** The content exists and can be taken down. */
  canHide: boolean;
  /** The case concerns a user whom the viewer may sanction: not the viewer; staff only if the viewer is a superuser. */
  isAboutPerson: boolean;
  maySuspend: boolean;
}

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
