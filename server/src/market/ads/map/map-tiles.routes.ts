import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { IMMUTABLE } from '../../../platform/http/send-compressed.ts';
import { openMapTiles } from './map-tiles.public.ts';

interface Params {
  version: string;
  z: string;
  x: string;
  y: string;
}

const NUMBER = /^\d{1,8}$/;

/** Tiles of `MAP_FILE`. A version names its bytes, so that browsers keep them for a year. */
export function registerMapTiles(app: FastifyInstance, { config }: Services): void {
  app.get<{ Params: Params }>(
    '/map/tiles/:version/:z/:x/:y',
    { config: { rateLimit: false } },
    async (request, reply) => {
      const { version, ...place } = request.params;
      const tiles = await openMapTiles(config.mapFile);
      const isNamed = [place.z, place.x, place.y].every((number) => NUMBER.test(number));
      if (tiles === null || tiles.version !== version || !isNamed) throw new Failure('not_found');
      const [z, x, y] = [Number(place.z), Number(place.x), Number(place.y)];
      const isOfMap = z >= tiles.min_zoom && z <= tiles.max_zoom && x < 2 ** z && y < 2 ** z;
      const bytes = isOfMap ? await tiles.tile(z, x, y) : undefined;
      if (bytes === undefined) throw new Failure('not_found');
      return reply.type(tiles.mime).header('cache-control', IMMUTABLE).send(bytes);
    },
  );
}
