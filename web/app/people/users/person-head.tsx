import type { User } from '@app/contract/people/users';
import { cut } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { useShareImage } from '../../platform/site-brand.ts';
import { JsonLd } from '../../ui/json-ld.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { personFeed } from './person-feed.ts';

const DESCRIPTION_MAX = 180;

/** Metadata for search engines and social networks; contains only what guests see. */
export function PersonHead({ person, publicUrl }: { person: User; publicUrl: string }) {
  const t = useText('person');
  const lang = useLanguage();
  const shareImage = useShareImage(publicUrl);
  const name = `${person.firstname} ${person.lastname}`.trim();
  const url = `${publicUrl}/user/${person.id}`;
  const image = person.photo && new URL(person.photo, publicUrl || undefined).href;
  const { city, country } = person.location;
  const facts = [person.company_name, person.position, person.activity, city?.name].filter(Boolean).join(', ');
  const about = person.description.replace(/\s+/g, ' ').trim();
  const said = [facts, about].filter(Boolean).join('. ');
  return (
    <>
      <PageHead
        title={[name, person.company_name, city?.name, t('frame.name')].filter(Boolean).join(' · ')}
        description={cut(said || t('person.description', { name }), DESCRIPTION_MAX)}
        canonical={url}
        image={image || shareImage}
        feed={personFeed(person.id, lang)}
        type="profile"
      />
      <JsonLd
        data={{
          '@context': 'https://schema.org',
          '@type': 'ProfilePage',
          url,
          dateCreated: person.registered,
          mainEntity: {
            '@type': person.legal_status === 1 ? 'Organization' : 'Person',
            '@id': `${url}#person`,
            name: person.company_name ?? name,
            url,
            identifier: String(person.id),
            ...(image ? { image } : {}),
            ...(about ? { description: about } : {}),
            ...(person.position && person.legal_status !== 1 ? { jobTitle: person.position } : {}),
            ...(city || country
              ? {
                  address: {
                    '@type': 'PostalAddress',
                    ...(city ? { addressLocality: city.name } : {}),
                    ...(country ? { addressCountry: country.name } : {}),
                  },
                }
              : {}),
          },
        }}
      />
    </>
  );
}
