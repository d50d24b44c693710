ALTER TABLE "uploads" ADD COLUMN "lock_wanted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_api_key" ON "users" USING btree ("api_key");