import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/lib/server/service/db/schema/*.ts',
  out: './src/lib/server/service/db/migrations',
});
