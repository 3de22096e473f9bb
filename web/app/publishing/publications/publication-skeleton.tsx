import styles from './feed/publications-feed.module.css';

/** In place of a publication that is loaded; `id` where it is known which one. */
export function PublicationSkeleton({ id }: { id?: number }) {
  return (
    <article className={`card ${styles.skeleton}`} data-publication={id} aria-hidden="true">
      <span data-shape="pic" />
      <span data-shape="name" />
      <span data-shape="photo" />
    </article>
  );
}
