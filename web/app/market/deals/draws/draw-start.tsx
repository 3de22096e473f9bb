import type { Draw } from '@app/contract/market/draws';
import { type FormEvent, useId, useState } from 'react';
import { DRAW_DAYS_MAX, drawsApi } from '#contract/market/draws';
import { call } from '../../../platform/call.ts';
import { dateTimeInputOf, parseDateTimeInput, scheduleProblem } from '../../../platform/format/schedule-times.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { Dialog, DialogActions, DialogText } from '../../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import fields from '../deal-form.module.css';
import styles from './draw-panel.module.css';

interface DrawStartProps {
  draw: Draw;
  onChange: (draw: Draw) => void;
}

/** The owner makes the draw now, after a question because the result stays, or says when it is made by itself. */
export function DrawStart({ draw, onChange }: DrawStartProps) {
  const t = useText('ad-page');
  const [isAsked, setAsked] = useState(false);
  const { isSending, submit } = useSubmit();
  const params = { id: draw.board_id };
  const start = () =>
    void submit(async () => {
      onChange(await call(drawsApi.draw, { params }));
      setAsked(false);
    });
  const isAgain = draw.state === 'drawn';
  return (
    <>
      {draw.may_draw === 1 && (
        <button type="button" className={button('light', 'wide')} onClick={() => setAsked(true)}>
          {t(isAgain ? 'ad-page.draw.again' : 'ad-page.draw.start')}
        </button>
      )}
      {draw.state === 'open' && <DrawTime draw={draw} onChange={onChange} />}
      {isAsked && (
        <Dialog title={t('ad-page.draw.question')} onClose={() => setAsked(false)}>
          <DialogText>{t('ad-page.draw.question.text')}</DialogText>
          <DialogActions>
            <button type="button" className={button('primary')} aria-busy={isSending} onClick={start}>
              {t(isAgain ? 'ad-page.draw.again' : 'ad-page.draw.start')}
            </button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

function DrawTime({ draw, onChange }: DrawStartProps) {
  const t = useText('ad-page');
  const id = useId();
  const [time, setTime] = useState(draw.at === null ? '' : dateTimeInputOf(draw.at));
  const [isWrong, setWrong] = useState(false);
  const { isSending, submit } = useSubmit();
  const send = (at: string | null) =>
    void submit(async () => onChange(await call(drawsApi.schedule, { params: { id: draw.board_id }, body: { at } })));

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const at = parseDateTimeInput(time);
    const isRight = at !== null && scheduleProblem(at, new Date(), DRAW_DAYS_MAX) === null;
    setWrong(!isRight);
    if (isRight) send(at.toISOString());
  }

  return (
    <form noValidate className={styles.time} onSubmit={handleSubmit}>
      <label className={fields.label}>
        {t('ad-page.draw.time')}
        <input
          type="datetime-local"
          className={fields.field}
          value={time}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? id : undefined}
          onChange={({ currentTarget }) => {
            setTime(currentTarget.value);
            setWrong(false);
          }}
        />
      </label>
      {isWrong && (
        <p id={id} role="alert" className="wrong">
          {t('ad-page.draw.time.wrong', { days: DRAW_DAYS_MAX })}
        </p>
      )}
      <div className={styles.buttons}>
        <button type="submit" className={button('plain', 'small')} aria-busy={isSending}>
          {t('ad-page.draw.time.set')}
        </button>
        {draw.at !== null && (
          <button type="button" className={button('quiet', 'small')} onClick={() => send(null)}>
            {t('ad-page.draw.time.remove')}
          </button>
        )}
      </div>
    </form>
  );
}
