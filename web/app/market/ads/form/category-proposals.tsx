import { IconSparkles } from 'virtual:icons';
import type { CategoryProposal } from '@app/contract/market/ad-search';
import { useEffect, useState } from 'react';
import { adSearchApi } from '#contract/market/ad-search';
import { call } from '../../../platform/call.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { useLoaded } from '../../../platform/use-loaded.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './category-proposals.module.css';

const PAUSE_MS = 400;
const LETTERS_MIN = 3;

interface CategoryProposalsProps {
  title: string;
  onPick: (proposal: CategoryProposal) => void;
}

/** The title after a pause in typing. */
function useSettled(title: string): string {
  const [settled, setSettled] = useState(title);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(title), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [title]);
  return settled;
}

/** Categories that the title speaks of, to be chosen by one press. Without an answer nothing is shown. */
export function CategoryProposals({ title, onPick }: CategoryProposalsProps) {
  const t = useText('ad-form');
  const lang = useLanguage();
  const settled = useSettled(title.trim());
  const key = settled.length < LETTERS_MIN ? null : `${lang} ${settled}`;
  const { value } = useLoaded(key, (signal) =>
    call(adSearchApi.proposeCategories, { query: { title: settled }, signal }),
  );
  const [shown, setShown] = useState<readonly CategoryProposal[]>([]);
  // The proposals of the title before stay until those of the new one are there, so that the form does not jump.
  const next = key === null ? [] : value?.proposals;
  if (next !== undefined && next !== shown && !(next.length === 0 && shown.length === 0)) setShown(next);
  return (
    <div role="status">
      {shown.length > 0 && (
        <fieldset className={styles.proposals}>
          <legend className={styles.legend}>
            <IconSparkles size={16} stroke={ICON_STROKE} aria-hidden="true" />
            {t('ad-form.proposals')}
          </legend>
          {shown.map((proposal) => (
            <button key={proposal.category.id} type="button" className={styles.chip} onClick={() => onPick(proposal)}>
              {proposal.kind === null
                ? proposal.category.name
                : t('ad-form.proposals.kind', { category: proposal.category.name, kind: proposal.kind.name })}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
