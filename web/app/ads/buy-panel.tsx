import type { Board } from '@app/contract/ads';
import { IconCopy, IconLogin2, IconPhone } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatPhone } from '../platform/format.ts';
import { useText } from '../platform/i18n.tsx';
import { button } from '../ui/button.ts';
import { ICON_STROKE } from '../ui/icon.ts';
import { toast } from '../ui/toast.ts';
import styles from './buy-panel.module.css';
import { OwnAdActions } from './own-ad-actions.tsx';
import { Price } from './price.tsx';
import { Seller } from './seller.tsx';

interface BuyPanelProps {
  ad: Board;
  seller: { rating: number | null; adsCount: number } | null;
  isOwn: boolean;
  isSignedIn: boolean;
}

function Phone({ phone }: { phone: string }) {
  const t = useText();
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(phone);
      toast.success(t('ads.phone.copied'));
    } catch {
      toast.error(t('frame.error.generic'));
    }
  }
  return (
    <button type="button" className={styles.phone} onClick={() => void copy()}>
      <span>{formatPhone(phone)}</span>
      <span className={styles.copy}>
        <IconCopy size={17} stroke={ICON_STROKE} aria-hidden="true" />
        {t('ads.phone.copy')}
      </span>
    </button>
  );
}

function Contact({ ad, isSignedIn }: Pick<BuyPanelProps, 'ad' | 'isSignedIn'>) {
  const t = useText();
  const signIn = `/auth?next=/ad/${ad.board_id}`;
  if (!isSignedIn) {
    return (
      <>
        {ad.owner_phone && <p className={styles.masked}>{ad.owner_phone}</p>}
        <Link to={signIn} className={`${button('primary', 'wide')} ${styles.main}`}>
          <IconLogin2 size={20} stroke={ICON_STROKE} aria-hidden="true" />
          {t('ads.phone.signIn')}
        </Link>
      </>
    );
  }
  if (!ad.owner_phone) return <p className={styles.masked}>{t('ads.phone.hidden')}</p>;
  return (
    <>
      <a
        href={`tel:${ad.owner_phone.replace(/[^\d+]/g, '')}`}
        className={`${button('primary', 'wide')} ${styles.main}`}
      >
        <IconPhone size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {t('ads.phone.call')}
      </a>
      <Phone phone={ad.owner_phone} />
    </>
  );
}

/** Price, how to reach the seller, and the seller; owners see what they may do with the ad. On phones its main button is a bar below. */
export function BuyPanel({ ad, seller, isOwn, isSignedIn }: BuyPanelProps) {
  const t = useText();
  return (
    <aside className={styles.panel} aria-label={t('ads.buy')}>
      <Price roubles={ad.board_price} className={styles.price} />
      <div className={styles.contact}>
        {isOwn ? <OwnAdActions ad={ad} /> : <Contact ad={ad} isSignedIn={isSignedIn} />}
      </div>
      <div className={styles.seller}>
        <Seller ad={ad} rating={seller?.rating ?? null} />
      </div>
    </aside>
  );
}
