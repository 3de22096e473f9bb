/** Files that are made of an uploaded logo; the number is the side of an icon in pixels. */
export type LogoFile = 'header' | 'icon-32' | 'icon-180' | 'icon-192' | 'icon-512' | 'maskable-512' | 'share';

export const logoUrl = (logo: { id: string }, file: LogoFile): string => `/site-logo/${logo.id}/${file}.png`;
