import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { registerChatExtras } from './chat-extras.routes.ts';

export function registerChat(app: FastifyInstance, services: Services): void {
  registerChatExtras(app, services);
}
