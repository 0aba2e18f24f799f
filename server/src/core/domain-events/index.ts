export type { Actor, DomainEventBus, DomainEvents, EndedGrant, StampedMessage } from './domain-events.ts';
