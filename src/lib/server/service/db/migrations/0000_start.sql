CREATE TABLE "drafts" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"to" integer[] NOT NULL,
	"topic" text NOT NULL,
	"content" text NOT NULL,
	"last_edit_time" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_queues" (
	"id" text PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"event_types" text[],
	"client" text NOT NULL,
	"capabilities" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"apply_markdown" boolean DEFAULT false NOT NULL,
	"client_gravatar" boolean DEFAULT true NOT NULL,
	"slim_presence" boolean DEFAULT false NOT NULL,
	"all_public_streams" boolean DEFAULT false NOT NULL,
	"narrow" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"base_id" bigint NOT NULL,
	"acknowledged" bigint DEFAULT -1 NOT NULL,
	"created" timestamp with time zone NOT NULL,
	"last_poll" timestamp with time zone NOT NULL,
	"lifespan" integer DEFAULT 600 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"realm_id" integer NOT NULL,
	"type" text NOT NULL,
	"audience" integer[],
	"payload" jsonb NOT NULL,
	"per_user" jsonb,
	"hidden" jsonb,
	"created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_group_members" (
	"group_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "user_group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "user_group_subgroups" (
	"group_id" integer NOT NULL,
	"subgroup_id" integer NOT NULL,
	CONSTRAINT "user_group_subgroups_group_id_subgroup_id_pk" PRIMARY KEY("group_id","subgroup_id")
);
--> statement-breakpoint
CREATE TABLE "user_groups" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_system_group" boolean DEFAULT false NOT NULL,
	"creator_id" integer,
	"date_created" timestamp with time zone,
	"deactivated" boolean DEFAULT false NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"sender_id" integer NOT NULL,
	"recipient_id" integer NOT NULL,
	"stream_id" integer,
	"topic" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"rendered_content" text NOT NULL,
	"date_sent" timestamp with time zone NOT NULL,
	"last_edit_time" timestamp with time zone,
	"last_moved_time" timestamp with time zone,
	"edit_history" jsonb,
	"client" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recipients" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"stream_id" integer,
	"user_ids" integer[]
);
--> statement-breakpoint
CREATE TABLE "user_messages" (
	"user_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"flags" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "user_messages_user_id_message_id_pk" PRIMARY KEY("user_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "realms" (
	"id" serial PRIMARY KEY NOT NULL,
	"string_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"date_created" timestamp with time zone NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"upload_space_used" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "realms_string_id_unique" UNIQUE("string_id")
);
--> statement-breakpoint
CREATE TABLE "streams" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"rendered_description" text DEFAULT '' NOT NULL,
	"date_created" timestamp with time zone NOT NULL,
	"creator_id" integer,
	"invite_only" boolean DEFAULT false NOT NULL,
	"is_web_public" boolean DEFAULT false NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"history_public_to_subscribers" boolean DEFAULT true NOT NULL,
	"message_retention_days" integer,
	"topics_policy" text DEFAULT 'inherit' NOT NULL,
	"folder_id" integer,
	"first_message_id" integer,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"stream_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"color" text NOT NULL,
	"is_muted" boolean DEFAULT false NOT NULL,
	"pin_to_top" boolean DEFAULT false NOT NULL,
	"desktop_notifications" boolean,
	"audible_notifications" boolean,
	"push_notifications" boolean,
	"email_notifications" boolean,
	"wildcard_mentions_notify" boolean,
	CONSTRAINT "subscriptions_stream_id_user_id_pk" PRIMARY KEY("stream_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"delivery_email" text NOT NULL,
	"full_name" text NOT NULL,
	"role" integer DEFAULT 400 NOT NULL,
	"is_bot" boolean DEFAULT false NOT NULL,
	"bot_type" integer,
	"bot_owner_id" integer,
	"is_system_bot" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"timezone" text DEFAULT '' NOT NULL,
	"date_joined" timestamp with time zone NOT NULL,
	"avatar_url" text,
	"avatar_version" integer DEFAULT 1 NOT NULL,
	"password_hash" text,
	"api_key" text NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_queues" ADD CONSTRAINT "event_queues_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_queues" ADD CONSTRAINT "event_queues_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_group_id_user_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."user_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_subgroups" ADD CONSTRAINT "user_group_subgroups_group_id_user_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."user_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_subgroups" ADD CONSTRAINT "user_group_subgroups_subgroup_id_user_groups_id_fk" FOREIGN KEY ("subgroup_id") REFERENCES "public"."user_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_groups" ADD CONSTRAINT "user_groups_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_messages" ADD CONSTRAINT "user_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_messages" ADD CONSTRAINT "user_messages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_user_time" ON "drafts" USING btree ("user_id","last_edit_time");--> statement-breakpoint
CREATE INDEX "event_queues_user" ON "event_queues" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "event_queues_last_poll" ON "event_queues" USING btree ("last_poll");--> statement-breakpoint
CREATE INDEX "events_realm" ON "events" USING btree ("realm_id","id");--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created");--> statement-breakpoint
CREATE INDEX "user_group_members_user" ON "user_group_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_groups_realm" ON "user_groups" USING btree ("realm_id");--> statement-breakpoint
CREATE INDEX "messages_recipient" ON "messages" USING btree ("recipient_id","id");--> statement-breakpoint
CREATE INDEX "messages_topic" ON "messages" USING btree ("stream_id",lower("topic"),"id");--> statement-breakpoint
CREATE INDEX "messages_sender" ON "messages" USING btree ("sender_id","id");--> statement-breakpoint
CREATE INDEX "messages_realm" ON "messages" USING btree ("realm_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "recipients_stream" ON "recipients" USING btree ("stream_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recipients_users" ON "recipients" USING btree ("realm_id","user_ids");--> statement-breakpoint
CREATE INDEX "user_messages_message" ON "user_messages" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "user_messages_unread" ON "user_messages" USING btree ("user_id","message_id") WHERE not ('read' = any(flags));--> statement-breakpoint
CREATE UNIQUE INDEX "streams_realm_name" ON "streams" USING btree ("realm_id",lower("name"));--> statement-breakpoint
CREATE INDEX "streams_realm" ON "streams" USING btree ("realm_id");--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_realm_email" ON "users" USING btree ("realm_id",lower("delivery_email"));--> statement-breakpoint
CREATE INDEX "users_realm" ON "users" USING btree ("realm_id");