import type { Draw } from '@app/contract/market/draws';
import { useState } from 'react';
import { Link } from 'react-router';
import { drawsApi } from '#contract/market/draws';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useLoaded } from '../../../platform/use-loaded.ts';
import { button } from '../../../ui/button.ts';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { RetryNotice } from '../../../ui/list/load-failed.tsx';
import { DrawCheck } from './draw-check.tsx';
import styles from './draw-panel.module.css';
import { DrawStart } from './draw-start.tsx';

interface DrawPanelProps {
  adId: number;
  /** As the page was loaded with it. */
  known?: Draw | null;
  ownerId: number;
  isOwn: boolean;
  isSignedIn: boolean;
}

/** Who asks for a thing that is given away, and who gets it. */
export function DrawPanel({ adId, known = null, ownerId, isOwn, isSignedIn }: DrawPanelProps) {
  const t = useText('ad-page');
  const loaded = useLoaded(adId, (signal) => call(drawsApi.get, { params: { id: adId }, signal }), known);
  const [changed, setChanged] = useState<Draw | null>(null);
  const draw = changed ?? loaded.value;
  if (loaded.hasFailed) return <RetryNotice title={t('ad-page.draw.failed')} onRetry={loaded.retry} />;
  return (
    <section className={styles.draw} aria-labelledby="draw" aria-busy={draw === null}>
      <h2 id="draw">{t('ad-page.draw')}</h2>
      <div aria-live="polite" className={styles.words}>
        {draw && draw.state !== 'drawn' && <p>{t('ad-page.draw.count', { count: draw.count })}</p>}
        {draw?.at && draw.state === 'open' && <p>{t('ad-page.draw.at', { at: formatDateTime(draw.at) })}</p>}
        {draw && <Result draw={draw} ownerId={ownerId} />}
      </div>
      {draw && isOwn && <DrawStart draw={draw} onChange={setChanged} />}
      {draw && !isOwn && <Entry draw={draw} isSignedIn={isSignedIn} onChange={setChanged} />}
      {draw && draw.state !== 'none' && <DrawCheck draw={draw} />}
    </section>
  );
}

function Result({ draw, ownerId }: { draw: Draw; ownerId: number }) {
  const t = useText('ad-page');
  const number = draw.drawn.at(-1);
  if (number === undefined) return null;
  return (
    <>
      <p>{t('ad-page.draw.result', { number, count: draw.count })}</p>
      {draw.winner && (
        <Link to={`/conversation/${draw.winner.id}`} className="link">
          {t('ad-page.draw.winner', { name: draw.winner.name })}
        </Link>
      )}
      {draw.mine === number && (
        <Link to={`/conversation/${ownerId}?ad=${draw.board_id}`} className="link">
          {t('ad-page.draw.won')}
        </Link>
      )}
    </>
  );
}

interface EntryProps {
  draw: Draw;
  isSignedIn: boolean;
  onChange: (draw: Draw) => void;
}

function Entry({ draw, isSignedIn, onChange }: EntryProps) {
  const t = useText('ad-page');
  const { isSending, submit } = useSubmit();
  const send = (what: 'join' | 'leave') =>
    void submit(async () => onChange(await call(drawsApi[what], { params: { id: draw.board_id } })));
  if (!isSignedIn && draw.state !== 'drawn')
    return (
      <Link to={`/auth?next=/ad/${draw.board_id}`} rel="nofollow" className={button('light', 'wide')}>
        {t('ad-page.draw.join')}
      </Link>
    );
  return (
    <>
      {draw.mine !== null && <p className={styles.mine}>{t('ad-page.draw.mine', { number: draw.mine })}</p>}
      {draw.may_join === 1 && (
        <button type="button" className={button('light', 'wide')} aria-busy={isSending} onClick={() => send('join')}>
          {t('ad-page.draw.join')}
        </button>
      )}
      {draw.mine !== null && draw.state === 'open' && (
        <button type="button" className={button('quiet', 'small')} aria-busy={isSending} onClick={() => send('leave')}>
          {t('ad-page.draw.leave')}
        </button>
      )}
    </>
  );
}
