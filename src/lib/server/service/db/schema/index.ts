// Drizzle takes all tables as one module.
export * from './drafts';
export * from './events';
export * from './groups';
export * from './messages';
export * from './realms';
export * from './streams';
export * from './users';
