import { IconArrowLeft } from 'virtual:icons';
import type { CaseAction, CaseDetails } from '@app/contract/trust/cases';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { casesApi } from '#contract/trust/cases';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import { useViewer } from '../frame/staff-host.ts';
import { useStaffAction } from '../frame/use-staff-action.ts';
import { CaseEvidence } from './case-evidence.tsx';
import { formatTimeLeft, objectLabel, reasonLabel, ruleOf, weightLabel } from './case-labels.ts';
import { DecisionFields, type DecisionInput, decisionOf, EMPTY_DECISION } from './decision-form.tsx';
import styles from './queue.module.css';
import { useQueueKeys } from './use-queue-keys.ts';

interface CasePanelProps {
  details: CaseDetails;
  now: string;
  backHref: string;
}

export function CasePanel({ details, now, backHref }: CasePanelProps) {
  const t = useText('moderation', 'complaints');
  const { id, kind, object, reason, weight, signals } = details;
  const { text: timeText, urgency } = formatTimeLeft(t, details, now);
  return (
    <article className={styles.panel}>
      <Link to={backHref} className={styles.back}>
        <IconArrowLeft size={18} stroke={ICON_STROKE} aria-hidden="true" />
        {t('moderation.list')}
      </Link>
      <header className={styles.panelHead}>
        <div>
          <h2>{t('moderation.case', { id })}</h2>
          <p className={styles.kind}>
            {t(`moderation.kind.${kind}`)} · {objectLabel(t, object)} · {reasonLabel(t, reason)}
          </p>
          <p className={styles.kind}>
            {t('moderation.signals', { kind, count: signals })}
            {weight !== signals && `, ${weightLabel(t, weight)}`}
          </p>
        </div>
        {details.state !== 'resolved' && (
          <span className={styles.left} data-tone={urgency || undefined}>
            {timeText}
          </span>
        )}
      </header>
      <CaseActions details={details} />
      <CaseEvidence details={details} />
    </article>
  );
}

/** Claims, releases, decides and reopens a case. The server detects conflicts with other staff. */
function CaseActions({ details }: { details: CaseDetails }) {
  const t = useText('moderation');
  const viewerId = useViewer()?.user_id;
  const { revalidate } = useRevalidator();
  const [action, setAction] = useState<CaseAction | null>(null);
  const { isSending, run } = useStaffAction(() => {
    void revalidate();
    return false;
  });
  const { id, state, taken_by, actions, resolution, outcome } = details;
  const isMine = state === 'taken' && taken_by?.id === viewerId;
  const isFree = state === 'open' || state === 'reopened';
  const move = (what: 'claim' | 'release' | 'reopen'): void => void run(() => call(casesApi[what], { params: { id } }));
  const numbered = Object.fromEntries(actions.map((one, at) => [String(at + 1), () => setAction(one)]));
  useQueueKeys({
    t: isFree ? () => move('claim') : isMine ? () => move('release') : undefined,
    ...(isMine && numbered),
  });

  if (state === 'resolved') {
    return (
      <div className={styles.verdict}>
        <strong>{outcome !== '' && t(`moderation.action.${outcome}`)}</strong>
        {resolution !== '' && <p className={styles.words}>{resolution}</p>}
        {details.resolved !== null && (
          <small>
            {t('moderation.resolved.by', {
              name: details.resolved_by?.name ?? '–',
              date: formatDateTime(details.resolved),
            })}
          </small>
        )}
        <button type="button" className={button('plain', 'small')} aria-busy={isSending} onClick={() => move('reopen')}>
          {t('moderation.reopen')}
        </button>
      </div>
    );
  }
  return (
    <div className={styles.actions}>
      {isFree && (
        <button type="button" className={button('primary')} aria-busy={isSending} onClick={() => move('claim')}>
          {t('moderation.take')}
        </button>
      )}
      {state === 'taken' && !isMine && (
        <p className={styles.taken}>{t('moderation.taken.other', { name: taken_by?.name ?? '' })}</p>
      )}
      {isMine && (
        <>
          {actions.map((one, at) => (
            <button
              key={one}
              type="button"
              className={button(one === 'nothing' || one === 'keep' ? 'light' : 'plain')}
              onClick={() => setAction(one)}
            >
              {t(`moderation.action.${one}`)}
              <kbd>{at + 1}</kbd>
            </button>
          ))}
          <button type="button" className={button('quiet')} aria-busy={isSending} onClick={() => move('release')}>
            {t('moderation.back')}
          </button>
        </>
      )}
      {action !== null && <DecisionDialog details={details} action={action} onClose={() => setAction(null)} />}
    </div>
  );
}

interface DecisionDialogProps {
  details: CaseDetails;
  action: CaseAction;
  onClose: () => void;
}

function DecisionDialog({ details: { id, reason, can_hide }, action, onClose }: DecisionDialogProps) {
  const t = useText('moderation');
  const form = useStaffForm<DecisionInput>({
    initial: { ...EMPTY_DECISION, ...ruleOf(reason) },
    send: async (input) => {
      await call(casesApi.resolve, { params: { id }, body: decisionOf(action, input) });
      return t('moderation.done');
    },
    onClose,
  });
  return (
    <StaffDialog title={t(`moderation.action.${action}`)} verb={t('moderation.resolve')} form={form} onClose={onClose}>
      <DecisionFields action={action} canHide={can_hide === 1} form={form} />
    </StaffDialog>
  );
}
