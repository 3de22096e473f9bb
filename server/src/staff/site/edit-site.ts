import { readFile } from 'node:fs/promises';
import type { SiteSettings } from '@app/contract/platform/site-settings';
import { findRequisitesProblems, isReadableColor, type SiteDraft, type StaffSite } from '@app/contract/staff/site';
import { takesRealMoney } from '../../money/payments/takes-real-money.public.ts';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { insertLogoFiles, removeOtherLogoFiles } from '../../platform/site-settings/logo-files.public.ts';
import {
  readSiteSettings,
  type StoredSiteSettings,
  saveSiteSettings,
  siteSettingsOf,
} from '../../platform/site-settings/site-settings.public.ts';
import { checkPlace } from '../../reference/reference.public.ts';

export async function getSite({ db, config }: Pick<Services, 'db' | 'config'>): Promise<StaffSite> {
  return presentSite(await readSiteSettings(db), config);
}

const presentSite = (
  { version, settings, changedAt }: StoredSiteSettings,
  { payment }: Pick<Services['config'], 'payment'>,
): StaffSite => ({
  version,
  settings,
  changed: changedAt?.toISOString() ?? null,
  takes_real_money: takesRealMoney(payment),
});

export async function saveSite(services: Services, viewer: SignedInViewer, draft: SiteDraft): Promise<StaffSite> {
  const { version, city_id: cityId = null, ...given } = draft;
  refuseWrong(draft);
  const { countryId } = await checkPlace(services.db, { countryId: null, cityId });
  return change(services, viewer, 'site.edit', version, ({ logo }) => ({
    ...given,
    logo,
    city_id: cityId,
    country_id: countryId,
  }));
}

function refuseWrong({ color, requisites, name, name_latin }: SiteDraft): void {
  const fields: Record<string, string> = {};
  if (color !== '' && !isReadableColor(color)) fields.color = 'errors.field.contrast';
  if (name === '' && name_latin !== '') fields.name = 'errors.field.required';
  for (const [field, text] of Object.entries(requisites === null ? {} : findRequisitesProblems(requisites)))
    fields[`requisites.${field}`] = text;
  if (Object.keys(fields).length > 0) throw new Failure('invalid_input', { fields });
}

export async function saveLogo(
  services: Services,
  viewer: SignedInViewer,
  file: QuarantinedFile | undefined,
): Promise<StaffSite> {
  if (file === undefined) throw new Failure('invalid_input', { fields: { logo: 'errors.field.required' } });
  const { media, clock } = services;
  try {
    const encoded = await media.encodeImage(file, 'photo', { wantsIcons: true });
    try {
      const files = await Promise.all(
        encoded.icons.map(async ({ name, path }) => ({ name, bytes: await readFile(path) })),
      );
      const { width = 1, height = 1 } = encoded.icons.find(({ name }) => name === 'header') ?? {};
      const logo = { id: encoded.sha256.slice(0, 16), width, height };
      return await change(services, viewer, 'site.logo', undefined, async (settings, tx) => {
        await insertLogoFiles(tx, logo.id, files, clock());
        await removeOtherLogoFiles(tx, [logo.id, ...(settings.logo === null ? [] : [settings.logo.id])]);
        return { ...settings, logo };
      });
    } finally {
      await encoded.discard();
    }
  } finally {
    await media.quarantine.discard(file);
  }
}

export const removeLogo = (services: Services, viewer: SignedInViewer): Promise<StaffSite> =>
  change(services, viewer, 'site.logo', undefined, (settings) => ({ ...settings, logo: null }));

/** `version` that the change was made from; undefined for the current one. */
async function change(
  services: Services,
  viewer: SignedInViewer,
  action: string,
  version: number | undefined,
  next: (settings: SiteSettings, tx: Tx) => SiteSettings | Promise<SiteSettings>,
): Promise<StaffSite> {
  const { db, clock, config } = services;
  const cache = siteSettingsOf(services);
  const now = clock();
  const saved = await db.transaction().execute(async (tx) => {
    const before = await readSiteSettings(tx);
    const settings = await next(before.settings, tx);
    const stored = await saveSiteSettings(tx, {
      version: version ?? before.version,
      settings,
      at: now,
      by: viewer.userId,
    });
    await recordStaffAction(tx, viewer, now, {
      action,
      object: `site:${stored.version}`,
      details: differences(before.settings, settings),
    });
    await cache.publishChange(tx);
    return stored;
  });
  // The author views the site next, so this node refreshes at once.
  await cache.refresh();
  return presentSite(saved, config);
}

/** Old and new values of what changed; only the names of changed requisites, which are long. */
function differences(before: SiteSettings, after: SiteSettings): Record<string, unknown> {
  const shown = ['name', 'name_latin', 'short_name', 'color', 'sender_name', 'sender_email', 'registration'] as const;
  const changed = shown.filter((field) => before[field] !== after[field]);
  const requisites = Object.keys({ ...before.requisites, ...after.requisites }).filter((field) => {
    const name = field as keyof NonNullable<SiteSettings['requisites']>;
    return before.requisites?.[name] !== after.requisites?.[name];
  });
  return {
    ...Object.fromEntries(changed.map((field) => [field, `${before[field] || '–'} → ${after[field] || '–'}`])),
    ...(before.city_id !== after.city_id && { city: after.city_id ?? '–' }),
    ...(before.logo?.id !== after.logo?.id && { logo: after.logo !== null }),
    requisites,
  };
}
