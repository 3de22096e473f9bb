import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, degrees, flag, wholeNumber } from '../platform/fields.ts';
import { AD_KINDS, AdPhoto, AdSearchFields, PRICE_PERIODS } from './ads.ts';

export const MAP_ZOOM_MAX = 18;
/** The projection of the map ends here. */
export const MAP_LATITUDE_MAX = 85;
/** Ads that stand alone; further ones come as groups of one. */
export const MAP_ADS_MAX = 120;
export const MAP_GROUPS_MAX = 300;
export const MAP_PLACES_MAX = 30;
/** A search that has more matches shows this many on the map and sets `bounded`. */
export const MAP_MATCHES_MAX = 5000;

/** More digits than a pixel of the map needs are refused. */
const DECIMALS = 6;

const filters = { ...AdSearchFields, exact: flag.optional() };

const MapQuery = z
  .object({
    west: degrees(180, DECIMALS),
    south: degrees(MAP_LATITUDE_MAX, DECIMALS),
    east: degrees(180, DECIMALS),
    north: degrees(MAP_LATITUDE_MAX, DECIMALS),
    zoom: wholeNumber(0, MAP_ZOOM_MAX),
    ...filters,
  })
  .refine(({ west, east }) => west < east, { path: ['east'] })
  .refine(({ south, north }) => south < north, { path: ['north'] });
export type MapQuery = z.infer<typeof MapQuery>;

const AreaQuery = z.object(filters);
export type AreaQuery = z.infer<typeof AreaQuery>;

/** Degrees. */
const position = { latitude: z.number(), longitude: z.number() };

export const MapArea = z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() });
export type MapArea = z.infer<typeof MapArea>;

/** A point in the city of the ad, the same at every time. It says nothing about where in the city the ad is. */
export const MapAd = z.object({
  ...position,
  board_id: z.number().int(),
  board_title: z.string(),
  board_price: z.number().int(),
  board_kind: z.enum(AD_KINDS).optional(),
  board_price_period: z.enum(PRICE_PERIODS).optional(),
  board_photo: AdPhoto.nullable(),
  city: z.string(),
  board_district: z.string(),
  board_circle_only: bit.optional(),
  muted_by: z.string().optional(),
});
export type MapAd = z.infer<typeof MapAd>;

/** `city`: the one with the most ads of the group. */
export const MapGroup = z.object({ ...position, count: z.number().int(), city: z.string() });
export type MapGroup = z.infer<typeof MapGroup>;

export const MapPlace = z.object({ ...position, id: z.number().int(), name: z.string() });
export type MapPlace = z.infer<typeof MapPlace>;

export const AdMap = z.object({
  total: z.number().int(),
  /** 1 when there are more matches than were looked at. */
  bounded: bit,
  ads: z.array(MapAd).max(MAP_ADS_MAX),
  groups: z.array(MapGroup).max(MAP_GROUPS_MAX),
  /** The largest cities of the part of the map, to know one's way by. */
  places: z.array(MapPlace).max(MAP_PLACES_MAX),
});
export type AdMap = z.infer<typeof AdMap>;

/** Pictures of an operator's own map, at `/map/tiles/{version}/{z}/{x}/{y}`: squares of 256 pixels in Web Mercator. */
export const MapGround = z.object({
  version: z.string(),
  min_zoom: z.number().int(),
  max_zoom: z.number().int(),
  /** Whom its makers want named, as plain text. */
  attribution: z.string(),
});
export type MapGround = z.infer<typeof MapGround>;

export const adMapApi = {
  show: endpoint('GET', ['/api/boards/map', '/api/board/map'], 'public', {
    summary:
      'Ads within a part of the map, one by one or in groups of neighbours, as the zoom allows. Filters are those of the list.',
    standby: true,
    query: MapQuery,
    errors: ['unauthorized'],
    response: AdMap,
    cacheMs: 5000,
  }),
  area: endpoint('GET', ['/api/boards/map/area', '/api/board/map/area'], 'public', {
    summary: 'The part of the map to begin with: around the city or country of the filters, else where most ads are.',
    standby: true,
    query: AreaQuery,
    response: MapArea,
    cacheMs: 5000,
  }),
  ground: endpoint('GET', ['/api/boards/map/ground', '/api/board/map/ground'], 'public', {
    summary: "The operator's own map to draw below the ads; null without one.",
    standby: true,
    response: z.object({ ground: MapGround.nullable() }),
    cacheMs: 5000,
  }),
};
