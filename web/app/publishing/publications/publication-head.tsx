import type { Publication } from '@app/contract/publishing/publications';
import { cut } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { useShareImage } from '../../platform/site-brand.ts';
import { JsonLd } from '../../ui/json-ld.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { publicationAddress } from './publication-address.ts';

const TITLE_MAX = 70;
const DESCRIPTION_MAX = 180;

const lengthOf = (milliseconds: number): string => `PT${Math.max(1, Math.round(milliseconds / 1000))}S`;

/** Metadata for search engines and social networks, only for publications that are public. */
export function PublicationHead({ publication, publicUrl }: { publication: Publication; publicUrl: string }) {
  const t = useText('posts');
  const shareImage = useShareImage(publicUrl);
  const { publish_id, publish_user_id, firstname, lastname, publish_description, content, timestamp } = publication;
  const name = `${firstname} ${lastname}`.trim();
  const text = publish_description.replace(/\s+/g, ' ').trim();
  const title = `${text ? cut(text, TITLE_MAX) : t('posts.publication', { name })} · ${name} · ${t('frame.name')}`;
  if (publication.audience !== 'all' || publication.state !== 'published') return <PageHead title={title} noIndex />;
  const absolute = (address: string): string => new URL(address, publicUrl || undefined).href;
  const url = `${publicUrl}${publicationAddress(publish_user_id, publish_id)}`;
  const author = { '@type': 'Person', name, url: `${publicUrl}/user/${publish_user_id}` };
  const description = cut(text || t('posts.person.description', { name }), DESCRIPTION_MAX);
  const images = content.filter(({ kind, url: address }) => kind === 'photo' && address !== '');
  const [video] = content.filter(({ kind, url: address }) => kind === 'video' && address !== '');
  const image = images[0]?.url || video?.preview;
  const counter = (type: string, count: number) => ({
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${type}`,
    userInteractionCount: count,
  });
  return (
    <>
      <PageHead
        title={title}
        description={description}
        canonical={url}
        image={image ? absolute(image) : shareImage}
        type="article"
      />
      <JsonLd
        data={{
          '@context': 'https://schema.org',
          '@type': 'SocialMediaPosting',
          '@id': url,
          url,
          headline: cut(text || t('posts.publication', { name }), 110),
          ...(text ? { articleBody: publish_description } : {}),
          datePublished: timestamp,
          ...(publication.edited ? { dateModified: publication.edited } : {}),
          author,
          ...(images.length > 0
            ? {
                image: images.map(({ url: address, width, height, alt }) => ({
                  '@type': 'ImageObject',
                  url: absolute(address),
                  width,
                  height,
                  ...(alt ? { caption: alt } : {}),
                })),
              }
            : {}),
          ...(video
            ? {
                video: {
                  '@type': 'VideoObject',
                  name: t('posts.video.label', { name }),
                  description,
                  contentUrl: absolute(video.url),
                  uploadDate: timestamp,
                  duration: lengthOf(video.duration_ms),
                  ...(video.preview ? { thumbnailUrl: absolute(video.preview) } : {}),
                },
              }
            : {}),
          interactionStatistic: [
            counter('LikeAction', publication.like_count),
            counter('CommentAction', publication.comments),
          ],
        }}
      />
    </>
  );
}
