import type { LinkCard } from '@app/contract/messaging/link-cards';
import { RichLink } from '../../../../ui/text/rich-link.tsx';
import styles from './link-card-view.module.css';

/** What the page of a link says about itself. The picture is ours, so that the page's site learns nothing of readers. */
export function LinkCardView({ card, isTrusted }: { card: LinkCard; isTrusted: boolean }) {
  const { url, host, title, description, site_name, photo } = card;
  // The host comes first and is never cut: the name is the page's own word.
  const isNamed = site_name !== '' && site_name.toLowerCase() !== host;
  return (
    <RichLink url={url} isTrusted={isTrusted} className={styles.card}>
      <span className={styles.words}>
        <small>
          <b>{host}</b>
          {isNamed && ` · ${site_name}`}
        </small>
        <span className={styles.title}>{title}</span>
        {description && <span className={styles.about}>{description}</span>}
      </span>
      {photo && <img src={photo} alt="" width={64} height={64} loading="lazy" className={styles.photo} />}
    </RichLink>
  );
}
