import { IconFlag, IconMessage2 } from 'virtual:icons';
import type { DealReview } from '@app/contract/market/deals';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { STARS_MAX } from '#contract/market/deals';
import { formatDate } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { Stars } from '../../../ui/stars/stars.tsx';
import { UserPic } from '../../../ui/user-pic.tsx';
import styles from './reviews-page.module.css';

const AnswerDialog = lazyPart(async () => (await import('./answer-dialog.tsx')).AnswerDialog);
const ReportDialog = lazyPart(async () => (await import('../../../trust/complaints/report-dialog.tsx')).ReportDialog);

interface ReviewItemProps {
  review: DealReview;
  isSignedIn: boolean;
}

const LOAN_ROLES = { seller: 'lender', buyer: 'borrower' } as const;

export function ReviewItem({ review: loaded, isSignedIn }: ReviewItemProps) {
  const t = useText('deals', 'comments');
  const [answered, setAnswered] = useState<{ to: DealReview; review: DealReview } | null>(null);
  const [open, setOpen] = useState<'answer' | 'report' | null>(null);
  const review = answered?.to === loaded ? answered.review : loaded;
  const { author, answer } = review;
  const name = `${author.firstname} ${author.lastname}`.trim();
  const close = (): void => setOpen(null);
  return (
    <li className={styles.review}>
      <div className={styles.author}>
        <UserPic firstname={author.firstname} lastname={author.lastname} photo={author.photo} size={44} />
        <div className={styles.words}>
          <p className={styles.name}>{author.deleted === 1 ? name : <Link to={`/user/${author.id}`}>{name}</Link>}</p>
          <p className={styles.meta}>
            <span>{t(`deals.reviews.role.${review.loan === 1 ? LOAN_ROLES[review.role] : review.role}`)}</span>
            <time dateTime={review.timestamp}>{formatDate(review.timestamp)}</time>
            {review.board_title && <span>{review.board_title}</span>}
          </p>
        </div>
      </div>
      <Stars rating={review.stars} max={STARS_MAX} />
      {review.content && <p className={styles.content}>{review.content}</p>}
      {review.hidden === 1 ? (
        <p className={styles.mark}>{t('deals.reviews.hidden')}</p>
      ) : (
        review.counts === 0 && (
          <p className={styles.mark}>
            {review.clique
              ? t('deals.reviews.clique', { people: review.clique.map((person) => person.name).join(', ') })
              : t('deals.reviews.notCounted')}
          </p>
        )
      )}
      {answer && (
        <div className={styles.answer}>
          <p className={styles.meta}>
            <span>{t('deals.reviews.answered')}</span>
            <time dateTime={answer.timestamp}>{formatDate(answer.timestamp)}</time>
          </p>
          {answer.content}
        </div>
      )}
      {isSignedIn && (review.may_answer === 1 || review.own === 0) && (
        <div className={styles.tools}>
          {review.may_answer === 1 && (
            <button type="button" className={button('quiet', 'small')} onClick={() => setOpen('answer')}>
              <IconMessage2 size={17} stroke={ICON_STROKE} aria-hidden="true" />
              {t('deals.reviews.answer')}
            </button>
          )}
          {review.own === 0 && (
            <button type="button" className={button('quiet', 'small')} onClick={() => setOpen('report')}>
              <IconFlag size={17} stroke={ICON_STROKE} aria-hidden="true" />
              {t('deals.reviews.report')}
            </button>
          )}
        </div>
      )}
      <Suspense>
        {open === 'answer' && (
          <AnswerDialog
            reviewId={review.id}
            onSent={(next) => setAnswered({ to: loaded, review: next })}
            onClose={close}
          />
        )}
        {open === 'report' && <ReportDialog about={{ review_id: review.id }} onClose={close} />}
      </Suspense>
    </li>
  );
}
