DROP INDEX "event_queues_last_poll";--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("delivery_email"));