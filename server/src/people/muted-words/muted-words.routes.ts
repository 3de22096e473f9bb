import { mutedWordsApi } from '@app/contract/people/muted-words';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { listMutedWords, muteWord, unmuteWord } from './mute-word.ts';

export function registerMutedWords(app: FastifyInstance, services: Services): void {
  bind(app, services, mutedWordsApi, {
    list: ({ viewer }) => listMutedWords(services, viewer),
    add: ({ viewer, body }) => muteWord(services, viewer, body),
    remove: ({ viewer, params }) => unmuteWord(services, viewer, params.id),
  });
}
