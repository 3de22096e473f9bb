import { hiddenWordsApi } from '@app/contract/people/hidden-words';
import type { FastifyInstance } from 'fastify';
import { bind } from '../../platform/http/bind.ts';
import type { Services } from '../../platform/services.ts';
import { hideWord, listWords, showWordAgain } from './hide-word.ts';

export function registerHiddenWords(app: FastifyInstance, services: Services): void {
  bind(app, services, hiddenWordsApi.list, ({ viewer }) => listWords(services, viewer));
  bind(app, services, hiddenWordsApi.add, ({ viewer, body }) => hideWord(services, viewer, body));
  bind(app, services, hiddenWordsApi.remove, ({ viewer, params }) => showWordAgain(services, viewer, params.id));
}
