CREATE TABLE "reactions" (
	"id" serial PRIMARY KEY NOT NULL,
	"message_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"emoji_name" text NOT NULL,
	"emoji_code" text NOT NULL,
	"reaction_type" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_topics" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"stream_id" integer NOT NULL,
	"topic" text NOT NULL,
	"visibility_policy" integer NOT NULL,
	"last_updated" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_topics" ADD CONSTRAINT "user_topics_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_topics" ADD CONSTRAINT "user_topics_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reactions_once" ON "reactions" USING btree ("message_id","user_id","reaction_type","emoji_code");--> statement-breakpoint
CREATE INDEX "reactions_user" ON "reactions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_topics_once" ON "user_topics" USING btree ("user_id","stream_id",lower("topic"));--> statement-breakpoint
CREATE INDEX "user_topics_topic" ON "user_topics" USING btree ("stream_id",lower("topic"));--> statement-breakpoint
CREATE INDEX "messages_image" ON "messages" USING btree ("id") WHERE rendered_content like '%message_inline_image%';--> statement-breakpoint
CREATE INDEX "messages_attachment" ON "messages" USING btree ("id") WHERE rendered_content like '%href="/user_uploads/%';--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin (to_tsvector('english', topic || ' ' || rendered_content));--> statement-breakpoint
CREATE INDEX "recipients_members" ON "recipients" USING gin ("user_ids");--> statement-breakpoint
CREATE INDEX "user_messages_starred" ON "user_messages" USING btree ("user_id","message_id") WHERE 'starred' = any(flags);--> statement-breakpoint
CREATE INDEX "user_messages_mentioned" ON "user_messages" USING btree ("user_id","message_id") WHERE flags && array['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'];