import type { CaseAction, CaseWhole } from '@app/contract/trust/cases';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useRevalidator, useRouteLoaderData } from 'react-router';
import { casesApi } from '#contract/trust/cases';
import { call } from '../../../platform/call.ts';
import { formatMoment } from '../../../platform/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { RootData } from '../../../root.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminDialog, AdminForm } from '../frame/admin-dialog.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { CaseEvidence } from './case-evidence.tsx';
import { objectWords, reasonWords, ruleOf, timeLeft, weightWords } from './case-words.ts';
import { DecisionFields, type DecisionWords, decisionOf, NO_WORDS } from './decision-form.tsx';
import styles from './queue.module.css';
import { useQueueKeys } from './use-queue-keys.ts';

interface CasePanelProps {
  whole: CaseWhole;
  now: string;
  /** The queue without this case, on narrow screens. */
  backHref: string;
}

/** A case: what was said then and is said now, who complained, what was decided before, and what can be done. */
export function CasePanel({ whole, now, backHref }: CasePanelProps) {
  const t = useText('moderation', 'complaints');
  const { id, kind, object, reason, weight, signals } = whole;
  const { words, tone } = timeLeft(t, whole, now);
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
            {t(`moderation.kind.${kind}`)} · {objectWords(t, object)} · {reasonWords(t, reason)}
          </p>
          <p className={styles.kind}>
            {t('moderation.signals', { count: signals })}, {weightWords(t, weight)}
          </p>
        </div>
        {whole.state !== 'resolved' && (
          <span className={styles.left} data-tone={tone || undefined}>
            {words}
          </span>
        )}
      </header>
      <CaseActions whole={whole} />
      <CaseEvidence whole={whole} />
    </article>
  );
}

/** Taking, giving back, deciding and reopening: the server has the last word, and says who was quicker. */
function CaseActions({ whole }: { whole: CaseWhole }) {
  const t = useText('moderation');
  const viewerId = useRouteLoaderData<RootData>('root')?.viewer?.user_id;
  const { revalidate } = useRevalidator();
  const [action, setAction] = useState<CaseAction | null>(null);
  const { isSending, submit } = useStaffSubmit(() => {
    void revalidate();
    return false;
  });
  const { id, state, taken_by, actions, resolution, outcome } = whole;
  const isMine = state === 'taken' && taken_by?.id === viewerId;
  const isFree = state === 'open' || state === 'reopened';
  const move = (what: 'take' | 'giveBack' | 'reopen'): void =>
    void submit(async () => {
      await call(casesApi[what], { params: { id } });
      await revalidate();
    });
  const numbered = Object.fromEntries(actions.map((one, at) => [String(at + 1), () => setAction(one)]));
  useQueueKeys({
    t: isFree ? () => move('take') : isMine ? () => move('giveBack') : undefined,
    ...(isMine && numbered),
  });

  if (state === 'resolved') {
    return (
      <div className={styles.verdict}>
        <strong>{outcome !== '' && t(`moderation.action.${outcome}`)}</strong>
        {resolution !== '' && <p className={styles.words}>{resolution}</p>}
        {whole.resolved !== null && (
          <small>
            {t('moderation.resolved.by', {
              name: whole.resolved_by?.name ?? '–',
              date: formatMoment(whole.resolved),
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
        <button type="button" className={button('primary')} aria-busy={isSending} onClick={() => move('take')}>
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
          <button type="button" className={button('quiet')} aria-busy={isSending} onClick={() => move('giveBack')}>
            {t('moderation.back')}
          </button>
        </>
      )}
      {action !== null && (
        <DecisionDialog
          whole={whole}
          action={action}
          onClose={() => setAction(null)}
          onDone={async () => {
            setAction(null);
            toast.success(t('moderation.done'));
            await revalidate();
          }}
        />
      )}
    </div>
  );
}

interface DecisionDialogProps {
  whole: CaseWhole;
  action: CaseAction;
  onClose: () => void;
  onDone: () => Promise<void>;
}

function DecisionDialog({ whole: { id, reason, can_hide }, action, onClose, onDone }: DecisionDialogProps) {
  const t = useText('moderation');
  const [words, setWords] = useState<DecisionWords>(() => ({ ...NO_WORDS, ...ruleOf(reason) }));
  const { isSending, submit, errors } = useStaffSubmit();
  const send = (): Promise<void> =>
    submit(async () => {
      await call(casesApi.resolve, { params: { id }, body: decisionOf(action, words) });
      await onDone();
    });
  return (
    <AdminDialog title={t(`moderation.action.${action}`)} onClose={onClose}>
      <AdminForm verb={t('moderation.resolve')} isSending={isSending} onSubmit={() => void send()} onClose={onClose}>
        <DecisionFields action={action} words={words} canHide={can_hide === 1} errors={errors} onChange={setWords} />
      </AdminForm>
    </AdminDialog>
  );
}
